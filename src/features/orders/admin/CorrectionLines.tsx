import { TextField } from '../../../ui/forms/Field.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { type CorrectionLine, type CorrectionPageProps, canChangeGoods } from './correction-props.ts'

/** The goods: a lower quantity, or another product instead. */
export function CorrectionLines({
  lines,
  paging,
  invoiced,
  hasVoucher,
  isPaidByCard,
  errors,
}: CorrectionPageProps) {
  const canChange = canChangeGoods({ invoiced, hasVoucher })
  const changeable = lines.filter(line => line.canChange)
  return (
    <section aria-labelledby="goods" className="card p-5">
      <h2 id="goods" className="text-lg">
        Goods
      </h2>
      <p className="mt-1 max-w-prose text-sm text-steel">
        {canChange
          ? 'Lower a quantity, down to 0 to take a line off, or type the number of the part that replaces it. Without a price it is what this customer pays today.'
          : `These goods have been ${invoiced === 'refunded' ? 'refunded in part' : 'invoiced'}, so they can’t be corrected. Refund by line instead.`}
        {canChange && hasVoucher && ' The discount goes down with the goods.'}
        {canChange &&
          isPaidByCard &&
          ' What it costs less is refunded to the card; what it costs more the customer pays by a link.'}
      </p>
      <ul className="mt-2 divide-y divide-rule">
        {lines.map(line => (
          <li
            key={line.position}
            className="grid gap-x-6 gap-y-3 py-4 last:pb-0 lg:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div className="min-w-0">
              <span className="code block">{line.code}</span>
              {line.title}
              <span className="block text-sm text-steel">{line.facts}</span>
            </div>
            {canChange && line.canChange && (
              <LineFields line={line} index={changeable.indexOf(line)} errors={errors} />
            )}
          </li>
        ))}
      </ul>
      {paging.pages > 1 && (
        <div className="mt-4">
          <p className="mb-3 text-center text-sm text-steel">
            {`Page ${paging.page} of ${paging.pages} of the lines. Each page is a correction of its own: save this one before you go to another.`}
          </p>
          <Pagination {...paging} label="Lines" />
        </div>
      )}
    </section>
  )
}

interface LineFieldsProps {
  line: CorrectionLine
  index: number
  errors: Record<string, string>
}

function LineFields({ line, index, errors }: LineFieldsProps) {
  const { position, code } = line
  const getError = (id: string) => errors[`${id}-${position}`] ?? null
  const hasErrors = ['quantity', 'code', 'price'].some(id => getError(id) !== null)
  // A message needs the width of the row.
  const toWidth = (id: string) => (getError(id) === null ? undefined : 'col-span-full')
  const field = (id: string, name: string, defaultValue: string) => ({
    id: `${id}-${position}`,
    name: `lines[${index}][${name}]`,
    error: getError(id),
    defaultValue,
    autoComplete: 'off',
  })
  const toLabel = (text: string) => (
    <>
      {text}
      <span className="sr-only"> of {code}</span>
    </>
  )
  return (
    <div
      className={`grid items-end gap-3 sm:grid-cols-[6rem_12rem_7rem] sm:gap-4 ${hasErrors ? 'grid-cols-[minmax(0,1fr)_6rem]' : 'grid-cols-[5rem_minmax(0,1fr)_6rem]'}`}
    >
      <input type="hidden" name={`lines[${index}][position]`} value={position} />
      <div className={toWidth('quantity')}>
        <TextField
          {...field('quantity', 'quantity', line.quantity)}
          label={toLabel('Quantity')}
          inputMode="numeric"
          width="short"
          maxLength={7}
        />
      </div>
      <div className={toWidth('code')}>
        <TextField
          {...field('code', 'code', line.replacement)}
          label={toLabel('Replace by')}
          width="full"
          maxLength={50}
          spellCheck={false}
        />
      </div>
      <div className={toWidth('price')}>
        <TextField
          {...field('price', 'price', line.price)}
          label={toLabel('£ each')}
          inputMode="decimal"
          width="full"
          maxLength={12}
        />
      </div>
    </div>
  )
}
