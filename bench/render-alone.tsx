import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { ProductPage } from '../src/catalogue/ProductPage.tsx'
import type { ProductPageProps } from '../src/catalogue/product-view.ts'
import { Frame } from '../src/shell/Frame.tsx'
import type { FrameProps } from '../src/shell/frame.ts'

// The third floor: React's renderToString of the product page and nothing else. Takes the page's state (the JSON
// that the page itself carries) from a file, warms up, and prints pages a second.

const [stateFile = '', seconds = '3'] = process.argv.slice(2)
const { props, frame } = JSON.parse(readFileSync(stateFile, 'utf8')) as {
  props: ProductPageProps
  frame: FrameProps
}
const warmUpMs = 1500

function pagesPerSecond(ms: number): number {
  const begin = performance.now()
  let pages = 0
  for (; performance.now() - begin < ms; pages++) {
    renderToString(
      <Frame frame={frame}>
        <ProductPage {...props} />
      </Frame>,
    )
  }
  return (pages / (performance.now() - begin)) * 1000
}

pagesPerSecond(warmUpMs)
process.stdout.write(`${pagesPerSecond(Number(seconds) * 1000)}\n`)
