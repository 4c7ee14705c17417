/** Whether all that is still to go is on hand for an order; null: it is not said. `part`: ' of the rest'. */
export function GoodsLabel({ isWhole, part = '' }: { isWhole: boolean | null; part?: string }) {
  if (isWhole === null) return null
  return (
    <span className={`text-sm whitespace-nowrap ${isWhole ? 'text-stock' : 'text-late'}`}>
      {`${isWhole ? 'All' : 'Not all'}${part} on hand`}
    </span>
  )
}
