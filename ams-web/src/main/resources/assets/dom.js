// Builds elements. Text goes in as text nodes only, so that no name of a table can become markup.

/** An element with attributes and children; a child is a node, or text. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) {
      made.setAttribute(name, value === true ? '' : String(value));
    }
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

/** Puts these children in place of what is there, and keeps the place of scrolling. */
export function fill(target, ...children) {
  const { scrollTop, scrollLeft } = target;
  target.replaceChildren(...children);
  target.scrollTop = scrollTop;
  target.scrollLeft = scrollLeft;
}

export function byId(id) {
  return document.getElementById(id);
}
