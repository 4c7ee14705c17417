import { toMakeUrl } from './machine.ts'

/** A make as an option of a drop-down list. */
export interface MakeChoice {
  name: string
  slug: string
}

export interface PanelMakes {
  makes: MakeChoice[]
  /** False when there are more makes than these. */
  isComplete: boolean
}

const maxMakesInPage = 300

/** The makes in the finder page's props; when there are more, the browser loads all. */
export function toPageMakes(all: MakeChoice[]): PanelMakes {
  return { makes: all.slice(0, maxMakesInPage), isComplete: all.length <= maxMakesInPage }
}

/** The makes in the home page's panel: all, or only the busiest when all would be larger than the rest of the page. */
export function toPanelMakes(all: MakeChoice[], busiest: readonly { url: string }[]): PanelMakes {
  if (all.length <= maxMakesInPage) return { makes: all, isComplete: true }
  const urls = new Set(busiest.map(({ url }) => url))
  return { makes: all.filter(({ slug }) => urls.has(toMakeUrl(slug))), isComplete: false }
}
