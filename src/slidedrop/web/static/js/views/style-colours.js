/** Colours of the style sheets as a canvas understands them. */

/**
 * @param {{name?: string, style?: string, ink?: boolean}} wish - a custom property, or a class whose ground or ink is asked for
 * @returns {string} such as rgb(1, 2, 3)
 */
export function colourOf({ name = "", style = "", ink = false }) {
  const sample = document.createElement("b");
  sample.className = style;
  if (name) sample.style.backgroundColor = `var(${name})`;
  document.body.append(sample);
  const { backgroundColor, color } = getComputedStyle(sample);
  sample.remove();
  return ink ? color : backgroundColor;
}
