import { type ReactNode, useId } from 'react'
import { expect, test } from 'vitest'
import { Kept } from '../ui/Kept.tsx'
import { definePage } from '../ui/page.ts'
import { type FrameOf, renderDocument, show } from './render.ts'

interface Around {
  name: string | null
  flash: string | null
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

const Menu = ({ name }: { name: string | null }) => <nav>{name ?? 'Sign in'}</nav>

const Frame = ({ frame, children }: { frame: Around; children?: ReactNode }) => (
  <div>
    <Kept part={Menu} props={{ name: frame.name }} />
    <header>{frame.name && <Labelled text={frame.name} />}</header>
    <main>
      {frame.flash && <Labelled text={frame.flash} />}
      {children}
    </main>
    <footer>
      <Labelled text="Help" />
      <Kept part={Menu} props={{ name: null }} />
    </footer>
  </div>
)

const screen = definePage<{ lines: string[] }>('kit/LinesPage', ({ lines }) => (
  <section>
    {/* React writes its preload in front of the whole body. */}
    <img src="/images/585/oil.svg" alt="" fetchPriority="high" />
    {lines.map(line => (
      <Labelled key={line} text={line} />
    ))}
  </section>
))

const house: FrameOf<Around> = {
  component: Frame,
  baseUrl: () => 'http://shop.example',
  shopName: 'Filterhouse',
  assets: { head: '', fontLinks: '', scripts: () => [] },
}
const content = () => show(screen, { lines: ['</main>', 'two & three'] }, { title: 'Lines' })

const withOwnMenu = definePage('kit/MenuPage', () => <Kept part={Menu} props={{ name: 'two & three' }} />)

test.each([
  ['with pictures', content],
  ['with kept parts of its own', () => show(withOwnMenu, {}, { title: 'Menu' })],
])('content %s that was shown before looks in every frame as if it were new', (_kind, content) => {
  const shownBefore = content()
  const frames: Around[] = [
    { name: null, flash: null },
    { name: null, flash: 'Saved' },
    { name: 'Ada', flash: null },
    { name: 'Ada & Co', flash: '</main>' },
    { name: null, flash: null },
  ]
  for (const frame of frames) {
    const again = renderDocument(house, frame, shownBefore).toString()
    expect(again).toBe(renderDocument(house, frame, content()).toString())
    expect(again).toContain('two &amp; three')
    expect(again.match(/<nav>[^<]+<\/nav>/g)!.length).toBeGreaterThan(1)
    expect(again).toContain(`"frame":{"name":${JSON.stringify(frame.name)}`)
  }
})
