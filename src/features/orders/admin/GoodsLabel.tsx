/** Whether all that is still to go of an order can go now; null: it is not said. `part`: ' of the rest'. */
export function GoodsLabel({ isWhole, part = '' }: { isWhole: boolean | null; part?: string }) {
  if (isWhole === null) return null
  return (
    <span className={`text-sm whitespace-nowrap ${isWhole ? 'text-stock' : 'text-late'}`}>
      {isWhole ? `All${part} can go now` : `Not all${part} can go yet`}
    </span>
  )
}
