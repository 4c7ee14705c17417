import { Card } from '../../../ui/Card.tsx'
import { FieldError } from '../../../ui/forms/Field.tsx'
import { RowInput } from '../../../ui/forms/FormFields.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { type CorrectionPageProps, canChangeGoods } from './correction-props.ts'

const columns = ['Quantity', 'Replace with', '£ each'] as const

const row = 'grid gap-x-6 gap-y-3 lg:grid-cols-[minmax(0,1fr)_auto]'
/** On a phone the part that replaces another is beside its price, below the quantity. */
const fieldGrid = 'grid grid-cols-[minmax(0,1fr)_6rem] gap-3 sm:grid-cols-[6rem_12rem_7rem] sm:gap-4'

export function CorrectionLines({
  lines,
  paging,
  invoiced,
  hasVoucher,
  isPaidOnline,
  errors,
}: CorrectionPageProps) {
  const canChange = canChangeGoods({ invoiced, hasVoucher })
  const changeable = lines.filter(line => line.canChange)
  return (
    <Card id="goods" heading="Goods">
      <p className="mt-1 max-w-prose note">
        {canChange
          ? 'Lower a quantity, down to 0 to take a line off, or type the number of the part that replaces it. For a replacement, leave the price empty to charge this customer’s price today.'
          : `These goods have been ${invoiced === 'refunded' ? 'refunded in part' : 'invoiced'}, so they can’t be corrected. Refund by line instead.`}
        {canChange && hasVoucher && ' The discount goes down with the goods.'}
        {canChange &&
          isPaidOnline &&
          ' What it costs less goes back as it was paid; what it costs more the customer pays by a link.'}
      </p>
      {canChange && changeable.length > 0 && (
        <div
          aria-hidden="true"
          className={`${row} mt-4 border-b border-edge pb-2 text-sm font-semibold text-steel max-lg:hidden`}
        >
          <span>Product</span>
          <div className={fieldGrid}>
            {columns.map(name => (
              <span key={name}>{name}</span>
            ))}
          </div>
        </div>
      )}
      <ul className="mt-2 divide-y divide-rule">
        {lines.map(line => (
          <li key={line.position} className={`${row} py-4 last:pb-0`}>
            <div className="min-w-0">
              <span className="code block">{line.code}</span>
              {line.title}
              <span className="block note">{line.facts}</span>
            </div>
            {canChange && line.canChange && (
              <LineFields line={line} index={changeable.indexOf(line)} errors={errors} />
            )}
          </li>
        ))}
      </ul>
      {paging.pages > 1 && (
        <div className="mt-4">
          <p className="mb-3 text-center note">
            {`Page ${paging.page} of ${paging.pages} of the lines. Each page is a correction of its own: save this one before you go to another.`}
          </p>
          <Pagination {...paging} label="Lines" />
        </div>
      )}
    </Card>
  )
}

interface LineFieldsProps {
  line: CorrectionPageProps['lines'][number]
  index: number
  errors: Record<string, string>
}

/** The fields stay in their columns; what is wrong with them has the width of the line below. */
function LineFields({ line, index, errors }: LineFieldsProps) {
  const { position, code } = line
  const field = (name: 'quantity' | 'code' | 'price', label: string) => ({
    id: `${name}-${position}`,
    name: `lines[${index}][${name}]`,
    label: (
      <>
        {label}
        <span className="sr-only"> of {code}</span>
      </>
    ),
    error: errors[`${name}-${position}`],
  })
  const fields = [
    { ...field('quantity', columns[0]), value: line.quantity, inputMode: 'numeric' },
    { ...field('code', columns[1]), value: line.replacement, inputMode: 'text' },
    { ...field('price', columns[2]), value: line.price, inputMode: 'decimal' },
  ] as const
  const rejected = fields.filter(({ error }) => error !== undefined)
  return (
    <>
      <div className={fieldGrid}>
        <input type="hidden" name={`lines[${index}][position]`} value={position} />
        {fields.map(({ id, name, label, error, value, inputMode }) => (
          <div key={id} className="first-of-type:max-sm:col-span-full first-of-type:max-sm:w-24">
            <label htmlFor={id} className="block font-semibold lg:sr-only">
              {label}
            </label>
            <RowInput
              id={id}
              name={name}
              defaultValue={value}
              inputMode={inputMode}
              spellCheck={false}
              error={error}
              className="max-lg:mt-1"
            />
          </div>
        ))}
      </div>
      {rejected.length > 0 && (
        <div className="border-l-4 border-danger pl-3 max-lg:col-span-full lg:col-start-2 lg:w-0 lg:min-w-full">
          {rejected.map(({ id, error }) => (
            <FieldError key={id} id={`${id}-error`} text={error} />
          ))}
        </div>
      )}
    </>
  )
}
