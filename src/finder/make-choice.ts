import { makeUrl } from './machine.ts'

/** A make as a drop-down list offers it. */
export interface MakeChoice {
  name: string
  slug: string
}

export interface PanelMakes {
  makes: MakeChoice[]
  /** False: the finder knows more makes than are offered here. */
  isWhole: boolean
}

const mostOnPanel = 300

/** The makes for the panel of the home page: all of them, or the busiest where all would weigh more than the page. */
export function panelMakes(all: MakeChoice[], busiest: readonly { url: string }[]): PanelMakes {
  if (all.length <= mostOnPanel) return { makes: all, isWhole: true }
  const urls = new Set(busiest.map(({ url }) => url))
  return { makes: all.filter(({ slug }) => urls.has(makeUrl(slug))), isWhole: false }
}
