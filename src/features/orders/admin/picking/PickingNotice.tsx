import { toPickListUrl } from '../../picking/pick-list.ts'
import type { AdminOrderPageProps } from '../page-props.ts'
import { LabelForm } from './LabelForm.tsx'

/** That the order is being picked, and the papers of its next parcel. */
export function PickingNotice({ order, pickList }: Pick<AdminOrderPageProps, 'order' | 'pickList'>) {
  const { pickListId, despatch, parcels, url } = order
  const hasGoods = despatch?.lines.some(({ proposed }) => proposed > 0) ?? false
  return (
    <>
      {pickList !== null && (
        <a href={toPickListUrl(pickList)} className="link no-print inline-flex min-h-11 items-center">
          Back to pick list {pickList}
        </a>
      )}
      {pickListId !== null && (
        <p className="mt-2 border-l-4 border-amber bg-wash px-4 py-2">
          Being picked:{' '}
          <a href={toPickListUrl(pickListId)} className="link">
            pick list {pickListId}
          </a>
          . Sending it from here takes it off that list.
        </p>
      )}
      {hasGoods && (
        <div className="button-row no-print mt-3 flex flex-wrap gap-3 max-sm:flex-col">
          <a href={`${url}/delivery-note.pdf`} className="button">
            {parcels.length === 0
              ? 'Delivery note (PDF)'
              : `Delivery note for parcel ${parcels.length + 1} (PDF)`}
          </a>
          {despatch?.readySince === null && <LabelForm action={`${url}/label.pdf`} name="Address label" />}
        </div>
      )}
    </>
  )
}
