import { SubmitButton } from '../../../ui/Actions.tsx'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { renderUnbroken } from '../../../ui/unbroken.tsx'
import type { ListCell, ListCellPart, ListDisclosure, ListForm, ListText } from './list-cell.ts'

/** What a cell of a list shows (list-cell.ts). */
export function Cell({ cell, isHeading = false }: { cell: ListCell; isHeading?: boolean }) {
  if (cell === null) return null
  if (!Array.isArray(cell)) return <Part part={cell} isHeading={isHeading} />
  return cell.map((part, index) => (
    <div key={toPartKey(part)}>
      <Part part={part} isHeading={isHeading && index === 0} />
    </div>
  ))
}

export const toPartKey = (part: ListCellPart): string =>
  typeof part === 'string' ? part : JSON.stringify(part)

export function Part({ part, isHeading = false }: { part: ListCellPart; isHeading?: boolean }) {
  if (typeof part === 'string') return renderUnbroken(part)
  if ('state' in part) return <StateLabel state={part.state} />
  if ('inline' in part) {
    return (
      <span className="flex flex-wrap items-baseline gap-x-3">
        {part.inline.map(each => (
          // Text of several pieces is one item of the line.
          <span key={toPartKey(each)}>
            <Part part={each} />
          </span>
        ))}
      </span>
    )
  }
  if ('details' in part) return <Details part={part} />
  return 'button' in part ? <PostButton form={part} /> : <Text text={part} isHeading={isHeading} />
}

const toneClasses = {
  muted: 'note',
  late: 'text-late',
  danger: 'text-danger',
  stock: 'text-stock',
}

function Text({ text: part, isHeading }: { text: ListText; isHeading: boolean }) {
  const { text, url, kind, isCode, isStrong, isUnbroken, isSmall, isButton, tone, spoken, label } = part
  const classes = [
    tone && toneClasses[tone],
    isStrong && 'font-semibold',
    (isUnbroken || isButton) && 'whitespace-nowrap',
    isSmall && 'text-sm',
    isButton && 'button max-sm:px-3',
    url && !isButton && 'link',
    url &&
      !isButton &&
      (isHeading ? '-my-2.5 tap-target gap-x-1' : 'max-md:inline-flex max-md:min-h-11 max-md:items-center'),
  ]
  const className = classes.filter(Boolean).join(' ') || undefined
  const content = (
    <>
      {label !== undefined && <span className="note md:sr-only">{label} </span>}
      {kind !== undefined && `${kind} `}
      {typeof text !== 'string' ? (
        text.map(part =>
          typeof part === 'string' ? renderUnbroken(part) : <Part key={toPartKey(part)} part={part} />,
        )
      ) : isCode ? (
        <span className="code">{text}</span>
      ) : (
        renderUnbroken(text)
      )}
      {spoken !== undefined && <span className="sr-only">{spoken}</span>}
    </>
  )
  return url === undefined ? (
    <span className={className}>{content}</span>
  ) : (
    <a href={url} className={className}>
      {content}
    </a>
  )
}

const Details = ({ part: { summary, details } }: { part: ListDisclosure }) => (
  <details className="note">
    <summary className="link w-fit cursor-pointer max-md:-my-2 max-md:flex max-md:min-h-11 max-md:items-center">
      {summary}
    </summary>
    {details}
  </details>
)

function PostButton({ form }: { form: ListForm }) {
  const { action, fields, button, spoken, confirmation } = form
  const field = confirmation?.field
  const hidden = Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
  if (confirmation === undefined) {
    return (
      <form method="post" action={action}>
        {hidden}
        <button type="submit" className="link min-h-11 cursor-pointer whitespace-nowrap">
          {button}
          <span className="sr-only"> {spoken}</span>
        </button>
      </form>
    )
  }
  return (
    <details className="relative md:ml-auto md:w-fit">
      <summary className="button w-fit px-3 md:ml-auto md:min-h-9 md:py-1 md:text-sm">
        {button}
        <span className="sr-only"> {spoken}</span>
      </summary>
      <form
        method="post"
        action={action}
        className="mt-2 text-left md:absolute md:top-full md:right-0 md:z-10 md:w-72 md:rounded md:border md:border-rule md:bg-surface md:p-4 md:shadow-float"
      >
        {hidden}
        <p className="mb-2 text-sm">{confirmation.text}</p>
        {field && (
          <label className="mb-3 block text-sm">
            {field.label}
            <input
              type={field.type}
              name={field.name}
              defaultValue={field.value}
              required
              className="input w-full"
            />
          </label>
        )}
        <SubmitButton
          className={`${field ? 'button-strong' : 'button-danger'} px-3 md:min-h-9 md:py-1 md:text-sm`}
        >
          {confirmation.button}
        </SubmitButton>
      </form>
    </details>
  )
}
