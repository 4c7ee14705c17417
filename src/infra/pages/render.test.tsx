import { type ReactNode, useId } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type DisplayPreferences, HydrationRoot } from '../../ui/Document.tsx'
import { definePage } from '../../ui/page.ts'
import { type DocumentSetup, type Head, renderDocument, toPageResult } from './render.ts'

interface TestLayoutProps {
  name: string | null
}

const Labelled = ({ text }: { text: string }) => {
  const id = useId()
  return (
    <p>
      <label htmlFor={id}>{text}</label>
      <input id={id} />
    </p>
  )
}

const Layout = ({ name, children }: TestLayoutProps & { children?: ReactNode }) => (
  <div>
    <header>{name && <Labelled text={name} />}</header>
    <main>{children}</main>
    <footer>
      <Labelled text="Help" />
    </footer>
  </div>
)

const Lines = ({ lines }: { lines: string[] }) => (
  <section>
    {lines.map(line => (
      <Labelled key={line} text={line} />
    ))}
  </section>
)
const linesPage = definePage<{ lines: string[] }>('kit/LinesPage', Lines)

const setup: DocumentSetup<TestLayoutProps> = {
  layout: Layout,
  baseUrl: () => 'http://shop.example',
  shopName: 'Filters & Co',
  assets: {
    styles: ['/assets/a.css'],
    script: '/assets/a.js',
    fontLinks: '',
    scripts: page => [`/assets/${page}.js`],
  },
}
const props = { lines: ['</main>', '</script><b>two & three</b>'] }
const plain: DisplayPreferences = { vat: 'ex', hasFonts: false }

const render = (head: Head, name: string | null = null, preferences = plain) =>
  renderDocument(setup, toPageResult(linesPage, props, head), { name }, preferences)

test.for([null, 'Ada & Co'])(
  'hydration renders the markup of the server, ids included (signed in as %s)',
  name => {
    const [, rootMarkup] = /<div id="root">(.*)<\/div><script/s.exec(render({ title: 'Lines' }, name))!
    const hydrated = renderToString(
      <HydrationRoot>
        <Layout name={name}>
          <Lines {...props} />
        </Layout>
      </HydrationRoot>,
    )
    expect(rootMarkup).toBe(hydrated)
    expect(new Set(hydrated.match(/id="[^"]+"/g)).size).toBe(name ? 4 : 3)
  },
)

test('the head has what search engines need, escaped', () => {
  const html = render({
    title: 'A < B',
    description: 'Fits "all"',
    canonical: '/a-b',
    noindex: true,
    jsonLd: [{ name: '</script>' }],
  })
  expect(html).toMatch(/^<!doctype html><html lang="en-GB"><head><meta charSet="utf-8"\/>/)
  expect(html).toContain('<title>A &lt; B – Filters &amp; Co</title>')
  expect(html).toContain('<meta name="description" content="Fits &quot;all&quot;"/>')
  expect(html).toContain('<link rel="canonical" href="http://shop.example/a-b"/>')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('<script type="application/ld+json">{"name":"\\u003c/script>"}</script>')
})

test('the state has scripts, props and layout, and cannot close its element', () => {
  const [, json] = /id="page-state">(.*?)<\/script>/s.exec(render({ title: 'Lines' }, 'Ada'))!
  expect(JSON.parse(json!)).toEqual({
    scripts: ['/assets/kit/LinesPage.js'],
    props,
    layout: { name: 'Ada' },
  })
})

test.for([
  [plain, '<html lang="en-GB">'],
  [{ vat: 'inc', hasFonts: false }, '<html lang="en-GB" data-vat="inc">'],
  [{ vat: 'ex', hasFonts: true }, '<html lang="en-GB" data-fonts="">'],
  [{ vat: 'inc', hasFonts: true }, '<html lang="en-GB" data-vat="inc" data-fonts="">'],
] as [DisplayPreferences, string][])('the root element has %j for the first paint', ([preferences, root]) => {
  expect(render({ title: 'Lines' }, null, preferences)).toContain(`<!doctype html>${root}<head>`)
})
