import { definePage } from '../../src/ui/page.ts'
import { Switch } from '../../src/ui/Switch.tsx'
import { FeedbackExamples } from './FeedbackExamples.tsx'
import { FormExamples } from './FormExamples.tsx'
import { GallerySection } from './GallerySection.tsx'
import { ProductExamples } from './ProductExamples.tsx'

/** Every component of the house in every state, to look at side by side (docs/design.md). Not for buyers. */
export function GalleryPage() {
  return (
    <div className="wrap py-6">
      <h1 className="text-3xl">Kit</h1>
      <p className="mt-1 text-steel">Every part of the shop’s face in every state, in light and dark.</p>
      <Colours />
      <Type />
      <Buttons />
      <ProductExamples />
      <FormExamples />
      <FeedbackExamples />
    </div>
  )
}

export const galleryPage = definePage('../demo/component-gallery/GalleryPage', GalleryPage)

// Written out, because the style sheet is made of the words it finds.
const grounds = [
  ['ground', 'bg-ground'],
  ['surface', 'bg-surface'],
  ['sunk', 'bg-sunk'],
  ['wash', 'bg-wash'],
  ['rule', 'bg-rule'],
  ['edge', 'bg-edge'],
  ['amber', 'bg-amber'],
  ['amber-deep', 'bg-amber-deep'],
  ['strong', 'bg-strong'],
  ['bar', 'bg-bar'],
] as const
const inks = [
  ['ink', 'text-ink'],
  ['steel', 'text-steel'],
  ['link', 'text-link'],
  ['stock', 'text-stock'],
  ['late', 'text-late'],
  ['danger', 'text-danger'],
] as const

function Colours() {
  return (
    <GallerySection name="Colour">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {grounds.map(([name, look]) => (
          <li key={name} className="card overflow-hidden">
            <span className={`block h-14 ${look}`} />
            <span className="block px-3 py-2 text-sm">{name}</span>
          </li>
        ))}
      </ul>
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-lg font-semibold">
        {inks.map(([name, look]) => (
          <li key={name} className={look}>
            {name}
          </li>
        ))}
      </ul>
    </GallerySection>
  )
}

const steps = [
  ['3xl', 'text-3xl'],
  ['2xl', 'text-2xl'],
  ['xl', 'text-xl'],
  ['lg', 'text-lg'],
  ['base', 'text-base'],
  ['sm', 'text-sm'],
] as const

function Type() {
  return (
    <GallerySection name="Type">
      <ul className="space-y-2">
        {steps.map(([name, look]) => (
          <li key={name} className={look}>
            {name}: 24 oil filters at £1,234.50
          </li>
        ))}
        <li>
          Part numbers: <span className="code">P 551-712</span>, <span className="code">FH-OIL-1</span>
        </li>
        <li>
          <a href="/_kit" className="link">
            A link by itself
          </a>
          , and in words:
        </li>
        <li>
          <p>
            See the{' '}
            <a href="/_kit" className="link">
              delivery days
            </a>{' '}
            of your order.
          </p>
        </li>
      </ul>
    </GallerySection>
  )
}

const buttons = [
  ['Add to basket', 'button button-next'],
  ['Find', 'button button-strong'],
  ['Cancel', 'button'],
] as const

function Buttons() {
  return (
    <GallerySection name="Buttons">
      <div className="grid gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {buttons.map(([words, look]) => (
          <div key={words} className="flex flex-col gap-3">
            <button type="button" className={look}>
              {words}
            </button>
            <button type="button" className={look} aria-busy="true">
              Working…
            </button>
            <button type="button" className={look} aria-disabled="true">
              Not yet
            </button>
          </div>
        ))}
        <div className="space-y-3">
          <button type="button" className="link min-h-11 cursor-pointer">
            Delete
          </button>
          <label className="flex items-center gap-3">
            <Switch /> Off
          </label>
          <label className="flex items-center gap-3">
            <Switch defaultChecked /> On
          </label>
        </div>
      </div>
    </GallerySection>
  )
}
