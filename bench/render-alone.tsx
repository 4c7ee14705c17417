import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { ProductPage } from '../src/features/catalogue/product-page/ProductPage.tsx'
import type { ProductPageProps } from '../src/features/catalogue/product-page/props.ts'
import { Layout } from '../src/features/layout/Layout.tsx'
import type { LayoutProps } from '../src/features/layout/layout-props.ts'
import { Document, type DocumentHead } from '../src/ui/Document.tsx'

// The third floor: React's renderToString of a product page's whole document. Reads from a file the page that the
// application sent, renders the same document from its state, and prints documents a second.

const [htmlFile = '', seconds = '3'] = process.argv.slice(2)
const html = readFileSync(htmlFile, 'utf8')
const warmUpMs = 1500

const extractText = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
const { scripts, props, layout } = JSON.parse(extractText(/id="page-state">(.*?)<\/script>/s)) as {
  scripts: string[]
  props: ProductPageProps
  layout: LayoutProps
}
const head: DocumentHead = {
  title: extractText(/<title>(.*?)<\/title>/),
  description: extractText(/<meta name="description" content="(.*?)"/),
  canonical: extractText(/<link rel="canonical" href="(.*?)"/),
  jsonLd: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!) as object,
  ),
}

const render = () =>
  renderToString(
    <Document
      head={head}
      preferences={{ vat: 'ex', hasFonts: false }}
      styles={[extractText(/<link rel="stylesheet" href="(.*?)"/)]}
      script={extractText(/<script type="module" src="(.*?)"/)}
      state={{ scripts, props, layout }}
    >
      <Layout {...layout}>
        <ProductPage {...props} />
      </Layout>
    </Document>,
  )

function measurePerSecond(ms: number): number {
  const begin = performance.now()
  let pages = 0
  for (; performance.now() - begin < ms; pages++) render()
  return (pages / (performance.now() - begin)) * 1000
}

measurePerSecond(warmUpMs)
process.stdout.write(`${measurePerSecond(Number(seconds) * 1000)}\n`)
