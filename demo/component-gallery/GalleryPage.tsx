import { Switch } from '../../src/ui/forms/Switch.tsx'
import { definePage } from '../../src/ui/page.ts'
import { FeedbackExamples } from './FeedbackExamples.tsx'
import { FormExamples } from './FormExamples.tsx'
import { GallerySection } from './GallerySection.tsx'
import { ProductExamples } from './ProductExamples.tsx'

/** Every component in every state, side by side (docs/design.md). For developers. */
export function GalleryPage() {
  return (
    <div className="wrap py-6">
      <h1 className="text-3xl">Component gallery</h1>
      <p className="mt-1 text-steel">Every component in every state, in light and dark.</p>
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

// Class names are written out, because Tailwind generates only those that it finds in the sources.
const backgroundColours = [
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
const textColours = [
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
        {backgroundColours.map(([name, className]) => (
          <li key={name} className="card overflow-hidden">
            <span className={`block h-14 ${className}`} />
            <span className="block px-3 py-2 text-sm">{name}</span>
          </li>
        ))}
      </ul>
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-lg font-semibold">
        {textColours.map(([name, className]) => (
          <li key={name} className={className}>
            {name}
          </li>
        ))}
      </ul>
    </GallerySection>
  )
}

const textSizes = [
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
        {textSizes.map(([name, className]) => (
          <li key={name} className={className}>
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
        {buttons.map(([words, className]) => (
          <div key={words} className="flex flex-col gap-3">
            <button type="button" className={className}>
              {words}
            </button>
            <button type="button" className={className} aria-busy="true">
              Working…
            </button>
            <button type="button" className={className} aria-disabled="true">
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
