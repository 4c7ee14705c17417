import { FieldError } from '../../../ui/forms/Field.tsx'
import { QuantityInput } from '../../../ui/forms/QuantityInput.tsx'
import type { DespatchFormView } from '../page-props.ts'
import { isUnchanged, type TypedDespatch } from './despatch-form.ts'

interface DespatchLineProps {
  line: DespatchFormView['lines'][number]
  index: number
  /** 'Send now': heads the quantity, on phones in each line. */
  quantityName: string
  /** Undefined: nothing yet. */
  typed: TypedDespatch['lines'][number] | undefined
  error: string | undefined
}

/** A line of the despatch form, with how many pieces go out. */
export function DespatchLine({ line, index, quantityName, typed, error }: DespatchLineProps) {
  const { position, code, title, open, onHand, proposed } = line
  const count = onHand.toLocaleString('en-GB')
  const id = `quantity-${position}`
  // A quantity as it was proposed follows the order, unless it was refused.
  const isProposed = !typed || (isUnchanged(typed) && !error)
  return (
    <>
      <tr
        className={`${error ? '' : 'border-b'} border-rule align-top max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3`}
      >
        <th scope="row" className="font-normal max-sm:col-span-2 sm:py-2 sm:pr-3">
          <label htmlFor={id} className="block">
            <span className="code block">{code}</span>
            {title}
          </label>
          <LineNote line={line} />
        </th>
        <td className={figure}>
          {open.toLocaleString('en-GB')}
          <span className="sm:hidden">{` to go · ${onHand === 0 ? 'none' : count} on hand`}</span>
        </td>
        <td className={`${figure} max-sm:hidden`}>
          <span className={onHand < open ? 'font-semibold text-late' : undefined}>{count}</span>
        </td>
        <td className="text-right max-sm:mt-2 sm:py-1.5">
          <span aria-hidden="true" className="block note sm:hidden">
            {quantityName}
          </span>
          <input type="hidden" name={`lines[${index}][position]`} value={position} />
          <input type="hidden" name={`lines[${index}][proposed]`} value={proposed} />
          <QuantityInput
            id={id}
            name={`lines[${index}][quantity]`}
            value={isProposed ? String(proposed) : typed.quantity}
            error={error}
          />
        </td>
      </tr>
      {error && (
        <tr className="border-b border-rule max-sm:block">
          <td colSpan={4} className="pb-3 text-right max-sm:block">
            <FieldError id={`${id}-error`} text={error} />
          </td>
        </tr>
      )}
    </>
  )
}

const figure =
  'whitespace-nowrap max-sm:self-end max-sm:pb-2.5 max-sm:text-steel sm:px-3 sm:py-3.5 sm:text-right'

/** When it is due, and who else is to have what is on hand. */
function LineNote({ line: { due, note, older } }: Pick<DespatchLineProps, 'line'>) {
  return (
    <>
      {due && (
        <span className={`block text-sm ${due.isLate ? 'font-semibold text-late' : 'text-steel'}`}>
          {due.text}
        </span>
      )}
      {note !== '' && <span className="block note">{note}</span>}
      {older && (
        <span className="block note">
          Older orders first:{' '}
          <a href={older.url} className="link -my-2.5 tap-target">
            <span className="code">{older.reference}</span>
          </a>
          {older.more > 0 && ` and ${older.more} more`}
        </span>
      )}
    </>
  )
}
