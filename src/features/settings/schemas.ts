import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { line, multilineText, wholeNumber } from '../../lib/calls/validate.ts'
import { staffReply } from '../back-office/schemas.ts'
import { listFieldIds, settingsParts } from './settings.ts'

const call = declareCalls('Back office', {
  params: z.object({ part: z.string().max(40) }),
  reply: staffReply,
})

const text = multilineText(60_000).optional()
const ids = Object.values(settingsParts).flatMap(({ fields }) => fields.flatMap(listFieldIds))

/** Managers only. `begins`: an ISO date; '': now. A setting that is absent stays as it is. Errors: by setting; 'begins'. */
export const saveSettings = call('POST /admin/settings/:part', {
  summary: 'Changes settings of the shop, now or from a day on',
  bodyLimit: 256 * 1024,
  body: z.object({
    seen: line(40),
    begins: line(40),
    reason: line(1000),
    ...Object.fromEntries(ids.map(id => [id, text])),
  }),
})

/** Managers only. `change`: of the settings that were changed together, the first. */
export const undoSettings = call('POST /admin/settings/:part/undo', {
  summary: 'Undoes a change of settings',
  body: z.object({ seen: line(40), change: wholeNumber(1, 2_147_483_647) }),
})
