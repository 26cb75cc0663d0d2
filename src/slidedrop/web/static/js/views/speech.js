/** Words as the page shows and speaks them. */

/** @param {string} text @returns {string} the same with the second side called by the colour that its discs have here */
export function inColours(text) {
  if (document.documentElement.dataset.palette !== "classic") return text;
  return text.replace(/\bblue\b/g, "yellow").replace(/\bBlue\b/g, "Yellow");
}

/** @param {string} text @returns {string} */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
