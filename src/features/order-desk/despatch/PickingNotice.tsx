import { toPickListUrl } from '../../warehouse/picking/pick-list.ts'
import type { AdminOrderPageProps } from '../page-props.ts'

/** That the order is being picked. */
export function PickingNotice({
  order: { pickListId },
  pickList,
}: Pick<AdminOrderPageProps, 'order' | 'pickList'>) {
  return (
    <>
      {pickList !== null && (
        <a href={toPickListUrl(pickList)} className="link no-print tap-target">
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
    </>
  )
}
