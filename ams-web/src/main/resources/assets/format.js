// Figures in words.

const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

export function count(value) {
  return value < 100000 ? whole.format(value) : short.format(value);
}

export function bytes(value) {
  let amount = value;
  let unit = 0;
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${amount < 10 && unit > 0 ? amount.toFixed(1) : Math.round(amount)} ${units[unit]}`;
}

export function plural(value, one, many) {
  return `${count(value)} ${value === 1 ? one : many}`;
}

export function clock(millis) {
  return new Date(millis).toLocaleTimeString('en-GB');
}

export function since(millis) {
  const seconds = Math.max(0, Math.round((Date.now() - millis) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}
