import { ask } from '../ui/Dialog.tsx'
import { checkoutWords, removalWords } from './words.ts'

/** Items that stand in the way of the order (Specification §8). 'Return to basket' goes there. */
export async function tellItems(items: readonly string[]): Promise<void> {
  const returns = await ask({
    title: 'Your basket needs a change',
    text: (
      <>
        <ul className="mb-3 list-disc pl-5">
          {items.map(item => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        {removalWords(items)}
      </>
    ),
    confirmLabel: checkoutWords.returnToBasket,
  })
  if (returns) location.assign('/basket')
}
