import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Sentence } from './OpeningPage.tsx'

test.each([
  ['There is no backup yet: npm run backup -- DIR, every day.', ['npm run backup -- DIR']],
  ['There is no backup yet: filterhouse backup DIR, every day.', ['filterhouse backup DIR']],
  [
    'There are no staff yet: add a manager with npm run staff -- add EMAIL --role manager.',
    ['npm run staff -- add EMAIL --role manager'],
  ],
  [
    'There are no staff yet: add a manager with filterhouse staff add EMAIL --role manager.',
    ['filterhouse staff add EMAIL --role manager'],
  ],
  ['Set OPAYO_ENVIRONMENT=live, see products.csv.', ['OPAYO_ENVIRONMENT=live', 'products.csv']],
])('what can be copied stands out in: %s', (text, literals) => {
  const html = renderToStaticMarkup(<Sentence text={text} />)
  expect([...html.matchAll(/<span class="code">([^<]+)/g)].map(([, literal]) => literal)).toEqual(literals)
})
