import { createLate } from '../../../ui/browser/late.client.ts'

/** How an answer is drawn: no page begins with one. useFinder loads it with the first answer. */
export const foundResults = createLate(() => import('./FoundResults.tsx'))
