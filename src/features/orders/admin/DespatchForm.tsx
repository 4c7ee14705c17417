import { FieldError, TextField } from '../../../ui/forms/Field.tsx'
import { useStaffRight } from '../../admin/use-staff-right.tsx'
import { toTypedCarrier } from '../despatch/carriers.ts'
import { outOfTurnLabel } from '../despatch/rules.ts'
import { partLabel } from '../despatch/together.ts'
import { readyDescription } from '../messages.ts'
import { CarriageFields } from './CarriageFields.tsx'
import type { AdminOrderPageProps, DespatchFormView } from './page-props.ts'
import { PickingNotice } from './picking/PickingNotice.tsx'

/** Sends pieces of the lines as one parcel, or hands them over at the counter. A plain form. */
export function DespatchForm(props: AdminOrderPageProps) {
  const { order, version, requestKey, typed, errors } = props
  const { despatch } = order
  const isForWarehouse = useStaffRight('warehouse')
  if (!despatch || !isForWarehouse) return null
  const { isCollected, isNothingHere, hasOlder, waitsFor, lines, more } = despatch
  return (
    <section aria-labelledby="despatch" className="card mb-6 p-5">
      <h2 id="despatch" className="text-lg">
        {isCollected ? 'Hand over' : 'Despatch'}
      </h2>
      {isNothingHere && (
        <p className="mt-1">
          Nothing that is still to go is on hand. Book the goods in before you send them.
        </p>
      )}
      {waitsFor !== '' && (
        <p className="mt-1 border-l-4 border-late pl-3">
          {`The customer wants everything together. Still missing: ${waitsFor}.`}
        </p>
      )}
      <PickingNotice {...props} />
      {isCollected && <ReadyToCollect {...props} />}
      <form method="post" action={`${order.url}/despatch`} noValidate className="no-print mt-3">
        <input type="hidden" name="seen" value={version} />
        <input type="hidden" name="request" value={requestKey} />
        <PickListField {...props} />
        <table className="w-full text-left max-sm:block">
          <caption className="sr-only">What goes out now</caption>
          <thead className="text-sm text-steel max-sm:sr-only">
            <tr className="border-b border-edge">
              <th scope="col" className="py-2 font-semibold">
                Product
              </th>
              <th scope="col" className="px-3 py-2 text-right font-semibold">
                To go
              </th>
              <th scope="col" className="px-3 py-2 text-right font-semibold">
                On hand
              </th>
              <th scope="col" className="py-2 text-right font-semibold">
                {isCollected ? 'Hand over' : 'Send now'}
              </th>
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {lines.map((line, index) => (
              <DespatchLine
                key={line.position}
                line={line}
                index={index}
                typed={typed.despatch?.lines.find(({ position }) => position === line.position)?.quantity}
                error={errors[`quantity-${line.position}`]}
              />
            ))}
          </tbody>
        </table>
        {more > 0 && (
          <p className="mt-2 text-sm text-steel">
            {`These are ${lines.length} of the lines that are still to go, first those that are on hand. The other ${more} follow once some of these are sent.`}
          </p>
        )}
        {(hasOlder || typed.despatch?.out_of_turn) && (
          <Tick name="out_of_turn" text={outOfTurnLabel} isTicked={typed.despatch?.out_of_turn} />
        )}
        {(waitsFor !== '' || typed.despatch?.part) && (
          <Tick name="part" text={partLabel} isTicked={typed.despatch?.part} />
        )}
        <div className="mt-4 flex flex-wrap items-end gap-4">
          {isCollected ? (
            <TextField
              id="collected-by"
              name="collected_by"
              label="Collected by"
              autoComplete="off"
              maxLength={100}
              defaultValue={typed.despatch?.collected_by ?? ''}
              error={errors['collected-by'] ?? null}
            />
          ) : (
            <CarriageFields
              typed={typed.despatch ?? toTypedCarrier(despatch.carrier)}
              tracking={typed.despatch?.tracking ?? ''}
              errors={errors}
            />
          )}
          <button type="submit" className="button button-next">
            {isCollected ? 'Hand over' : 'Despatch'}
          </button>
        </div>
      </form>
    </section>
  )
}

const PickListField = ({ pickList }: Pick<AdminOrderPageProps, 'pickList'>) =>
  pickList !== null && <input type="hidden" name="pick_list" value={pickList} />

function Tick({
  name,
  text,
  isTicked = false,
}: {
  name: string
  text: string
  isTicked?: boolean | undefined
}) {
  return (
    <label className="mt-3 flex min-h-11 items-center gap-3">
      <input type="checkbox" name={name} value="1" defaultChecked={isTicked} className="size-5 shrink-0" />
      {text}
    </label>
  )
}

interface DespatchLineProps {
  line: DespatchFormView['lines'][number]
  index: number
  /** Undefined: nothing yet. */
  typed: string | undefined
  error: string | undefined
}

function DespatchLine({ line, index, typed, error }: DespatchLineProps) {
  const { position, code, title, open, onHand, proposed, note } = line
  const id = `quantity-${position}`
  return (
    <tr className="border-b border-rule align-top max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3">
      <th scope="row" className="font-normal max-sm:col-span-2 sm:py-2 sm:pr-3">
        <label htmlFor={id} className="block">
          <span className="code block">{code}</span>
          {title}
          {note !== '' && <span className="block text-sm text-steel">{note}</span>}
        </label>
      </th>
      <td className={figure}>
        {open.toLocaleString('en-GB')}
        <span className="sm:hidden">{` to go, ${onHand.toLocaleString('en-GB')} on hand`}</span>
      </td>
      <td className={`${figure} max-sm:hidden`}>
        <span className={onHand < open ? 'font-semibold text-late' : undefined}>
          {onHand.toLocaleString('en-GB')}
        </span>
      </td>
      <td className="text-right sm:py-1.5">
        <input type="hidden" name={`lines[${index}][position]`} value={position} />
        <input
          id={id}
          name={`lines[${index}][quantity]`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          defaultValue={typed ?? String(proposed)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="input w-20 text-right"
        />
        <FieldError id={`${id}-error`} text={error} />
      </td>
    </tr>
  )
}

const figure = 'whitespace-nowrap max-sm:self-center max-sm:text-steel sm:px-3 sm:py-3.5 sm:text-right'

/** The e-mail that the goods wait at the counter, once. */
function ReadyToCollect({
  order,
  version,
  pickList,
}: Pick<AdminOrderPageProps, 'order' | 'version' | 'pickList'>) {
  if (order.despatch?.isReadyToCollect)
    return <p className="mt-1">{order.customer.name} has had the email that it is ready to collect.</p>
  if (order.pickListId !== null)
    return (
      <p className="mt-1">
        Once its pick list is finished, {order.customer.name} can have the email that it is ready to collect.
      </p>
    )
  if (order.despatch?.lines.every(({ proposed }) => proposed === 0)) return null
  return (
    <form method="post" action={`${order.url}/ready`} className="no-print mt-2">
      <input type="hidden" name="seen" value={version} />
      <PickListField pickList={pickList} />
      <button type="submit" className="button button-strong">
        {readyDescription.text}
      </button>
      <span className="ml-3 inline-block text-sm text-steel">{order.customer.name} will get an email.</span>
    </form>
  )
}
