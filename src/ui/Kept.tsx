import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

export type KeepPart = <Props extends object>(part: ComponentType<Props>, props: Props) => ReactNode

/** What the server puts in a kept part's place (platform/kept-parts.ts). The browser has none and renders the part. */
export const KeepParts = createContext<KeepPart | null>(null)

/**
 * A part of the frame that comes out the same on many pages: for the same props the server makes its markup once. It
 * knows nothing but its props, and uses no `useId`: that counts through the whole page.
 */
export function Kept<Props extends object>({
  part: Part,
  props,
}: {
  part: ComponentType<Props>
  props: Props
}): ReactNode {
  const keep = useContext(KeepParts)
  return keep ? keep(Part, props) : <Part {...props} />
}
