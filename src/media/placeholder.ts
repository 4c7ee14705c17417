import { type Lettering, lights, sheet, tint, words } from '../../demo/product-pictures/svg.ts'

const quiet = '#7d8993'

/** The picture for a product without one: an outline, so that nobody takes it for the part. */
export function drawPlaceholder(lettering: Lettering, options: { words: boolean }): string {
  const fold = Array.from({ length: 9 }, (_, at) => `M${222 + at * 17.6} 236V372`).join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet}" height="${sheet}" viewBox="0 0 ${sheet} ${sheet}">`,
    lights,
    `<rect width="${sheet}" height="${sheet}" fill="#f4f3ef"/>`,
    `<g fill="none" stroke="${tint(quiet, 0.35)}" stroke-width="7" stroke-linejoin="round">`,
    `<ellipse cx="292.5" cy="190" rx="97" ry="26"/><ellipse cx="292.5" cy="190" rx="44" ry="11"/>`,
    `<path d="M195.500 190v36a97 26 0 0 0 194 0v-36M195.500 366v36a97 26 0 0 0 194 0v-36M204 240V376M381 240V376"/>`,
    `<path d="${fold}" stroke-width="3"/>`,
    '</g>',
    options.words
      ? words(lettering, 'No picture yet', { x: sheet / 2, y: 492, size: 24, colour: '#5c6873' })
      : '',
    '</svg>',
  ].join('\n')
}
