import { confirm } from '../../../ui/Dialog.tsx'
import { checkoutMessages, formatRemoval } from '../messages.ts'

/**
 * Lists items that cannot be ordered (Specification §8). 'Return to basket' goes there. Items of a loaded order cannot be
 * removed.
 */
export async function showUnavailableItems(items: readonly string[], isLoadedOrder: boolean): Promise<void> {
  const returnsToBasket = await confirm({
    title: isLoadedOrder ? 'Some items cannot be had' : 'Your basket needs a change',
    text: (
      <>
        <ul className="mb-3 list-disc pl-5">
          {items.map(item => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        {isLoadedOrder ? checkoutMessages.loadedItems : formatRemoval(items)}
      </>
    ),
    confirmLabel: checkoutMessages.returnToBasket,
  })
  if (returnsToBasket) location.assign('/basket')
}
