import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { ProductPage } from '../src/catalogue/ProductPage.tsx'
import type { ProductPageProps } from '../src/catalogue/product-view.ts'
import { Frame } from '../src/shell/Frame.tsx'
import type { FrameProps } from '../src/shell/frame.ts'

// The third floor: React's renderToString of a product page's whole document and nothing else. Takes the page as the
// application sent it from a file, renders the same document from the state in it, and prints documents a second.

const [htmlFile = '', seconds = '3'] = process.argv.slice(2)
const html = readFileSync(htmlFile, 'utf8')
const warmUpMs = 1500

const textOf = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
const head = { __html: textOf(/<head>(.*?)<\/head>/s) }
const state = JSON.parse(textOf(/id="page-state">(.*?)<\/script>/s)) as {
  props: ProductPageProps
  frame: FrameProps
}

const render = () =>
  renderToString(
    <html lang="en-GB">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the head that the application itself sent */}
      <head dangerouslySetInnerHTML={head} />
      <body>
        <div id="root">
          <Frame frame={state.frame}>
            <ProductPage {...state.props} />
          </Frame>
        </div>
        <script
          type="application/json"
          id="page-state"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without '<' cannot end its element
          dangerouslySetInnerHTML={{ __html: JSON.stringify(state).replaceAll('<', '\\u003c') }}
        />
      </body>
    </html>,
  )

function measurePerSecond(ms: number): number {
  const startMs = performance.now()
  let documents = 0
  for (; performance.now() - startMs < ms; documents++) render()
  return (documents / (performance.now() - startMs)) * 1000
}

measurePerSecond(warmUpMs)
process.stdout.write(`${measurePerSecond(Number(seconds) * 1000)}\n`)
