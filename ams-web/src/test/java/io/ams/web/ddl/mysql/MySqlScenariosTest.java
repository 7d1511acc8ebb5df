package io.ams.web.ddl.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The DDL of TiDB DM's tests of shard merging, by the number of the scenario. */
class MySqlScenariosTest {
    private static final char NO_QUOTE = '"';

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = NO_QUOTE, textBlock = """
            P1  | add column c int                                   | +c:int
            P3  | add column c int, add column d int                 | +c:int; +d:int
            P5  | add column c int default 0                         | +c:int='0'
            P5  | add column c varchar(20) charset utf8              | +c:string
            P7  | drop column c                                      | -c
            P25 | add partition (partition p1 values less than (20)) | ~add partition (partition p1 values less than (20))
            P25 | drop partition p1                                  | ~drop partition p1 (its rows stay in the target)
            P26 | engine=innodb                                      | ~engine=innodb
            P26 | row_format=compressed                              | ~row_format=compressed
            P27 | modify column a varchar(10)                        | a:string; a?; a=none
            P28 | drop primary key                                   | key()
            P28 | add primary key (id)                               | key(id)
            O2  | add column x int, add column y int                 | +x:int; +y:int
            O2  | add column x datetime not null default '2024-01-01' | +x:timestamp!='2024-01-01T00:00:00'
            O3  | add column c int first                             | +c:int
            O3  | add column c int after a                           | +c:int
            O4  | add column c varchar(20)                           | +c:string
            O5  | add column c int default -1                        | +c:int='-1'
            O7  | add column c datetime default now()                | +c:timestamp=computed
            O8  | convert to character set utf8mb4                   | ~convert to character set utf8mb4
            O8  | add column c varchar(20) character set utf8mb4     | +c:string
            O9  | add column c varchar(20) collate utf8_bin          | +c:string
            O10 | add column c int as (id + 1)                       | ~virtual column c
            O10 | add column c int as (id + 1) stored                | +c:int=generated was=generated
            O12 | add column c int not null                          | +c:int!
            O13 | add column c bigint unique auto_increment          | +c:long! was=generated
            O15 | rename column a to c                               | a>c
            O15 | change a c int                                     | a>c; c:int; c?; c=none
            O18 | change a c int first                               | a>c; c:int; c?; c=none
            O20 | modify a bigint                                    | a:long; a?; a=none
            O21 | modify a mediumint                                 | a:int; a?; a=none
            O22 | modify a int(20)                                   | a:int; a?; a=none
            O22 | modify a varchar(40)                               | a:string; a?; a=none
            O24 | add index i (a)                                    | ~add index i (a)
            O25 | drop index i                                       | ~drop index i
            O25 | rename index i to j                                | ~rename index i to j
            O26 | add column c decimal(5,2)                          | +c:decimal(5,2)
            O26 | add column c decimal(9,6)                          | +c:decimal(9,6)
            O28 | modify a int zerofill                              | a:long; a?; a=none
            O28 | modify a int unsigned                              | a:long; a?; a=none
            O29 | add column x int, drop column y, add index (x)     | +x:int; -y; ~add index (x)
            O32 | add column b int, drop column c                    | +b:int; -c
            O36 | modify a int not null                              | a:int; a!; a=none
            O38 | alter column a set default 0                       | a='0'
            O38 | modify a int default -1                            | a:int; a?; a='-1'
            O39 | add unique key u (a, b)                            | ~add unique key u (a, b)
            O39 | drop key u                                         | ~drop key u
            O40 | modify a double                                    | a:double; a?; a=none
            O41 | modify a varchar(20)                               | a:string; a?; a=none
            O57 | rename to u                                        | rename t>u
            O58 | add index i (a) invisible                          | ~add index i (a) invisible
            O58 | alter index i visible                              | ~alter index i visible
            O59 | partition by hash (id) partitions 4                | ~partition by hash (id) partitions 4
            O59 | remove partitioning                                | ~remove partitioning
            """)
    void anAlterTable(String number, String spec, String changes) {
        assertThat(Shown.changes(spec)).as(number).isEqualTo(changes);
    }

    @Test
    void otherStatements() {
        assertThat(Shown.statement("truncate table t")).as("P21").isEqualTo("truncate");
        assertThat(Shown.statement("rename table a to b, c to d")).as("P22").isEqualTo("rename a>b, c>d");
        assertThat(Shown.statement("create table t (id int, a int, primary key (id))"))
                .as("O48")
                .isEqualTo("create t id:int! a:int key(id)");
        assertThat(Shown.statement("drop table t")).as("O48").isEqualTo("drop t");
        assertThat(Shown.statement("create index i on t (a)")).as("O24").isEqualTo("~create index i on t (a)");
    }
}
