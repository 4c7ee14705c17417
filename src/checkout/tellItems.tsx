import { ask } from '../ui/Dialog.tsx'
import { checkoutWords, ownWords, removalWords } from './messages.ts'

/**
 * Items that stand in the way of the order (Specification §8). 'Return to basket' goes there. Those of a loaded order
 * cannot be removed.
 */
export async function tellItems(items: readonly string[], isLoaded: boolean): Promise<void> {
  const returns = await ask({
    title: isLoaded ? 'Some items cannot be had' : 'Your basket needs a change',
    text: (
      <>
        <ul className="mb-3 list-disc pl-5">
          {items.map(item => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        {isLoaded ? ownWords.loadedItems : removalWords(items)}
      </>
    ),
    confirmLabel: checkoutWords.returnToBasket,
  })
  if (returns) location.assign('/basket')
}
