import { z } from 'zod'
import { call } from '../shared/call.ts'
import { line } from '../shared/validate.ts'

export const accountExists = call('POST /account/exists', {
  body: z.object({ email: line(254) }),
  reply: z.boolean(),
})

export const logIn = call('POST /login', {
  body: z.object({ email: line(254), password: z.string().max(1000).default(''), redirectTo: line(2000) }),
  reply: z.object({ success: z.boolean(), next_url: z.string() }),
})

export const logOut = call('POST /logout', {
  reply: z.object({ success: z.boolean(), next_url: z.string() }),
})

export const savedAddress = z.object({
  id: z.int(),
  firstname: z.string(),
  surname: z.string(),
  company: z.string(),
  line_1: z.string(),
  line_2: z.string(),
  line_3: z.string(),
  line_4: z.string(),
  postcode: z.string(),
  country: z.string(),
  telephone: z.string(),
  billing: z.boolean(),
  imported: z.boolean(),
  save_for_future: z.boolean(),
  save_as_billing: z.boolean(),
})
export type SavedAddress = z.output<typeof savedAddress>

export const readAddresses = call('GET /account/addresses', { reply: z.array(savedAddress) })
