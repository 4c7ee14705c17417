/** A make as a drop-down list offers it. */
export interface MakeChoice {
  name: string
  slug: string
}
