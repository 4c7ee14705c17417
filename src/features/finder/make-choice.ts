import { toMakeUrl } from './machine.ts'

/** A make as a drop-down list offers it. */
export interface MakeChoice {
  name: string
  slug: string
}

export interface PanelMakes {
  makes: MakeChoice[]
  /** False: there are more makes than these. */
  isWhole: boolean
}

const mostInPage = 300

/** The makes that the finder's page carries; where there are more, the browser asks for all. */
export function toPageMakes(all: MakeChoice[]): PanelMakes {
  return { makes: all.slice(0, mostInPage), isWhole: all.length <= mostInPage }
}

/** The makes for the panel of the home page: all of them, or the busiest where all would weigh more than the page. */
export function toPanelMakes(all: MakeChoice[], busiest: readonly { url: string }[]): PanelMakes {
  if (all.length <= mostInPage) return { makes: all, isWhole: true }
  const urls = new Set(busiest.map(({ url }) => url))
  return { makes: all.filter(({ slug }) => urls.has(toMakeUrl(slug))), isWhole: false }
}
