import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { putParts, renderMarked } from '../platform/kept-parts.ts'
import { Quantity } from '../ui/Quantity.tsx'
import { Frame } from './Frame.tsx'
import type { FrameProps } from './frame.ts'

const nobody: FrameProps = {
  shop: { name: 'Filterhouse', phone: '0113 496 0100', email: 'shop@example.com', demo: true },
  promise: { orderBy: 'Order by 14:30', text: 'for delivery tomorrow, Tuesday 24 November' },
  visitor: { name: null, endsIn: null, basketCount: 0, basketSubtotal: 0 },
  query: '',
  flash: null,
  newsletter: { action: '/newsletter', fields: { list: '1' }, returnUrl: 'https://shop.example/#subscribed' },
}
const frames: FrameProps[] = [
  nobody,
  { ...nobody, query: '<kept-part></kept-part>', newsletter: null },
  { ...nobody, visitor: { name: null, endsIn: null, basketCount: 3, basketSubtotal: 12_345 } },
  { ...nobody, visitor: { name: 'Ada & Co', endsIn: 900, basketCount: 0, basketSubtotal: 0 } },
  { ...nobody, promise: { orderBy: 'Order now', text: 'for delivery on Monday 30 November' } },
  nobody,
]

test('a page put together from kept parts is, sign by sign, the one that React renders', () => {
  for (const frame of frames) {
    const page = (
      <Frame frame={frame}>
        <Quantity name="quantity" value={1} label="Quantity" />
      </Frame>
    )
    const { markup, parts } = renderMarked(page)
    expect(parts.length).toBeGreaterThan(3)
    expect(Buffer.concat(putParts([markup], parts).map(part => Buffer.from(part))).toString()).toBe(
      renderToString(page),
    )
  }
})
