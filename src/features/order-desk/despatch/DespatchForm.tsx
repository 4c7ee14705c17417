import { TextLink } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ColumnHeading, ColumnHeadings, TableHead } from '../../../ui/ColumnHeading.tsx'
import { FieldError, TextField } from '../../../ui/forms/Field.tsx'
import { ConfirmField, QuantityInput } from '../../../ui/forms/FormFields.tsx'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import { readyDescription } from '../../orders/messages.ts'
import { toTypedCarrier } from '../../warehouse/despatch/carriers.ts'
import { LabelForm } from '../../warehouse/despatch/LabelForm.tsx'
import { partLabel, queueJumpLabel } from '../../warehouse/despatch/rules.ts'
import { toPickListUrl } from '../../warehouse/picking/pick-list.ts'
import { canAnnounce, getButtonClass, useNextStep } from '../use-next-step.tsx'
import type { AdminOrderPageProps } from '../view.ts'
import { CarriageFields } from './CarriageFields.tsx'
import { isUnchanged, type TypedDespatch } from './despatch-form.ts'
import type { DespatchFormView } from './despatch-view.ts'

/** Sends pieces of the lines as one parcel, or hands them over at the counter. A plain form. */
export function DespatchForm(props: AdminOrderPageProps) {
  const { order, version, requestKey, typed, errors } = props
  const { despatch } = order
  const isForWarehouse = useStaffRight('warehouse')
  const step = useNextStep(order)
  if (!despatch || !isForWarehouse) return null
  const { isCollected, isNothingHere, queueJump, nothingGoes, waitsFor, lines, more } = despatch
  const hasGoods = lines.some(({ proposed }) => proposed > 0)
  const quantityName = isCollected ? 'Hand over' : 'Send now'
  return (
    <Card id="despatch" heading={isCollected ? 'Hand over' : 'Despatch'} className="mb-6">
      <Destination order={order} />
      {isNothingHere && (
        <p className="mt-2">None of what is still to go is on hand. Book the goods in first.</p>
      )}
      {nothingGoes && (
        <p className="mt-2 border-l-4 border-late pl-3">
          {nothingGoes.text}
          {nothingGoes.older && (
            <>
              {' '}
              <a href={nothingGoes.older.url} className="link -my-2.5 tap-target">
                <span className="code">{nothingGoes.older.reference}</span>
              </a>{' '}
              comes first.
            </>
          )}
        </p>
      )}
      {waitsFor !== '' && (
        <p className="mt-2 border-l-4 border-late pl-3">
          {`The customer wants everything together. Still missing: ${waitsFor}.`}
        </p>
      )}
      {isCollected && <ReadySentence order={order} />}
      <PickingNotice {...props} />
      {canAnnounce(order) && <ReadyForm {...props} isNext={step === 'announce'} />}
      <form id={formId} method="post" action={`${order.url}/despatch`} noValidate className="no-print mt-3">
        <input type="hidden" name="seen" value={version} />
        <input type="hidden" name="request" value={requestKey} />
        <PickListField {...props} />
        <table className="w-full text-left max-sm:block">
          <caption className="sr-only">What goes out now</caption>
          <TableHead className="max-sm:sr-only">
            <ColumnHeading>Product</ColumnHeading>
            <ColumnHeadings names={['To go', 'On hand']} className="px-3 text-right" />
            <ColumnHeading className="text-right">{quantityName}</ColumnHeading>
          </TableHead>
          <tbody className="max-sm:block">
            {lines.map((line, index) => (
              <DespatchLine
                key={line.position}
                // The older order is named above the lines.
                line={nothingGoes?.older ? { ...line, older: null } : line}
                index={index}
                quantityName={quantityName}
                typed={typed.despatch?.lines.find(({ position }) => position === line.position)}
                error={errors[`quantity-${line.position}`]}
              />
            ))}
          </tbody>
        </table>
        {more > 0 && (
          <p className="mt-2 note">
            {`These are ${lines.length} of the lines that are still to go, first those that are on hand. The other ${more} follow once some of these are sent.`}
          </p>
        )}
        {(queueJump !== '' || typed.despatch?.out_of_turn || errors['out-of-turn']) && (
          <ConfirmField
            id="out-of-turn"
            name="out_of_turn"
            label={queueJump === '' ? queueJumpLabel : `${queueJumpLabel}: ${queueJump}`}
            isTicked={typed.despatch?.out_of_turn}
            error={errors['out-of-turn']}
          />
        )}
        {(waitsFor !== '' || typed.despatch?.part || errors.part) && (
          <ConfirmField
            id="part"
            name="part"
            label={partLabel}
            isTicked={typed.despatch?.part}
            error={errors.part}
          />
        )}
        <div className="mt-4 flex flex-wrap items-end gap-4">
          {isCollected ? (
            <TextField
              id="collected-by"
              name="collected_by"
              label="Collected by"
              hint={despatch.collector === '' ? undefined : `Expected: ${despatch.collector}`}
              autoComplete="off"
              defaultValue={typed.despatch?.collected_by ?? ''}
              error={errors['collected-by']}
            />
          ) : (
            <CarriageFields
              typed={typed.despatch ?? toTypedCarrier(despatch.carrier)}
              tracking={typed.despatch?.tracking ?? ''}
              errors={errors}
            />
          )}
          <button
            type="submit"
            className={`${hasGoods ? getButtonClass(step === 'despatch') : 'button'} max-sm:w-full`}
          >
            {isCollected ? 'Hand over' : 'Despatch'}
          </button>
        </div>
      </form>
      <Papers order={order} />
    </Card>
  )
}

const formId = 'despatch-form'

/** The papers of the next parcel, in tabs of their own. They follow the form, so that Enter in a field despatches. */
function Papers({ order: { url, parcels, despatch } }: Pick<AdminOrderPageProps, 'order'>) {
  return (
    <div className="button-row no-print mt-4 flex flex-wrap gap-3 border-t border-rule pt-4 max-sm:flex-col">
      <button
        type="submit"
        form={formId}
        formAction={`${url}/delivery-note.pdf`}
        formTarget="_blank"
        className="button"
      >
        {parcels.length === 0
          ? 'Delivery note (PDF)'
          : `Delivery note for parcel ${parcels.length + 1} (PDF)`}
      </button>
      {despatch?.readySince === null && <LabelForm action={`${url}/label.pdf`} name="Address label" />}
    </div>
  )
}

const PickListField = ({ pickList }: Pick<AdminOrderPageProps, 'pickList'>) =>
  pickList !== null && <input type="hidden" name="pick_list" value={pickList} />

/** Where the parcel goes, for who packs it: on a phone the customer's card is far below. */
function Destination({ order: { despatch, deliveryInstructions } }: Pick<AdminOrderPageProps, 'order'>) {
  if (!despatch || (despatch.destination === '' && deliveryInstructions === '')) return null
  return (
    <dl className="mt-2 space-y-1 wrap-anywhere">
      {despatch.destination !== '' && (
        <div>
          <dt className="inline text-steel">Deliver to:</dt>{' '}
          <dd className="inline font-semibold">{despatch.destination}</dd>
        </div>
      )}
      {deliveryInstructions !== '' && (
        <div>
          <dt className="inline text-steel">Instructions:</dt>{' '}
          <dd className="inline font-semibold">{deliveryInstructions}</dd>
        </div>
      )}
    </dl>
  )
}

function ReadySentence({ order: { despatch, customer, pickListId } }: Pick<AdminOrderPageProps, 'order'>) {
  if (despatch && despatch.readySince !== null)
    return (
      <p className="mt-2 mb-4">{`${customer.name} was told on ${despatch.readySince} that it’s ready.`}</p>
    )
  if (pickListId === null) return null
  return (
    <p className="mt-2 mb-4">
      {`Once its pick list is finished, ${customer.name} can have the email that it is ready to collect.`}
    </p>
  )
}

function ReadyForm({
  order: { url, customer },
  version,
  pickList,
  isNext,
}: Pick<AdminOrderPageProps, 'order' | 'version' | 'pickList'> & { isNext: boolean }) {
  return (
    <form method="post" action={`${url}/ready`} className="no-print mt-3">
      <input type="hidden" name="seen" value={version} />
      <PickListField pickList={pickList} />
      <button type="submit" className={getButtonClass(isNext)}>
        {readyDescription.text}
      </button>
      <span className="ml-3 inline-block note">{customer.name} will get an email.</span>
    </form>
  )
}

interface DespatchLineProps {
  line: DespatchFormView['lines'][number]
  index: number
  /** 'Send now': heads the quantity, on phones in each line. */
  quantityName: string
  /** Undefined: nothing yet. */
  typed: TypedDespatch['lines'][number] | undefined
  error: string | undefined
}

function DespatchLine({ line, index, quantityName, typed, error }: DespatchLineProps) {
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
            defaultValue={isProposed ? String(proposed) : typed.quantity}
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

function PickingNotice({ order: { pickListId }, pickList }: Pick<AdminOrderPageProps, 'order' | 'pickList'>) {
  return (
    <>
      {pickList !== null && (
        <a href={toPickListUrl(pickList)} className="link no-print tap-target">
          Back to pick list {pickList}
        </a>
      )}
      {pickListId !== null && (
        <p className="mt-2 border-l-4 border-amber bg-wash px-4 py-2">
          Being picked: <TextLink href={toPickListUrl(pickListId)}>pick list {pickListId}</TextLink>. Sending
          it from here takes it off that list.
        </p>
      )}
    </>
  )
}
