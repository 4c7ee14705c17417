import { SubmitButton } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { OptionField } from '../../../ui/forms/FormFields.tsx'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import { toTypedCarrier } from '../../warehouse/despatch/carriers.ts'
import { ParcelContents } from '../../warehouse/despatch/Parcels.tsx'
import { CarriageFields } from '../despatch/CarriageFields.tsx'
import type { AdminOrderPageProps } from '../view.ts'

type AdminParcel = AdminOrderPageProps['order']['parcels'][number]

/** What has left the shop: when, by whom, how, and what was in it. Carrier and tracking number can be corrected. */
export function AdminParcels(props: AdminOrderPageProps) {
  const { parcels } = props.order
  const canChange = useStaffRight('warehouse')
  if (parcels.length === 0) return null
  return (
    <Card id="parcels" heading={parcels.some(({ isSent }) => isSent) ? 'Sent' : 'Collected'} className="mb-6">
      <ul className="divide-y divide-rule">
        {parcels.map(parcel => (
          <li key={parcel.number} className="py-4 first:pt-2 last:pb-0">
            <ParcelContents parcel={parcel} note={formatNote(parcel)} />
            {canChange && (
              <div className="button-row no-print flex flex-wrap items-start gap-x-6">
                <a
                  href={`${props.order.url}/parcels/${parcel.number}/delivery-note.pdf`}
                  className="link flex min-h-11 items-center"
                >
                  {`Delivery note for parcel ${parcel.number} (PDF)`}
                </a>
                {parcel.isSent && <ParcelForm {...props} parcel={parcel} />}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const formatNote = ({ time, despatchedBy }: AdminParcel): string =>
  despatchedBy === '' ? time : `${time}, by ${despatchedBy}`

function ParcelForm({
  order,
  version,
  typed,
  errors,
  parcel,
}: AdminOrderPageProps & { parcel: AdminParcel }) {
  const field = `parcel-${parcel.number}-`
  const typedParcel = typed.parcel?.number === parcel.number ? typed.parcel : null
  return (
    <details open={typedParcel !== null}>
      <summary className="link -mx-2 inline-flex min-h-11 w-fit cursor-pointer items-center rounded px-2">
        Change carrier or tracking number<span className="sr-only"> of parcel {parcel.number}</span>
      </summary>
      <form
        method="post"
        action={`${order.url}/parcels/${parcel.number}`}
        noValidate
        className="mt-2 flex flex-wrap items-end gap-x-4 gap-y-3 border-l-4 border-rule pl-4"
      >
        <input type="hidden" name="seen" value={version} />
        <CarriageFields
          field={field}
          typed={typedParcel ?? toTypedCarrier(parcel.carrierKey)}
          tracking={typedParcel?.tracking ?? parcel.trackingNumber}
          errors={errors}
        />
        <div className="basis-full">
          <OptionField type="checkbox" name="email" value="1" defaultChecked={typedParcel?.email ?? true}>
            <span className="min-w-0 wrap-anywhere">Email the new details to {order.customer.email}</span>
          </OptionField>
        </div>
        <SubmitButton className="button-strong">Save</SubmitButton>
      </form>
    </details>
  )
}
