import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import { sendPdf } from '../../infra/pdf/draw-pdf.server.ts'
import { toJobOwner } from '../../infra/worker-threads/thread-job.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { formatAddressLines } from '../../lib/contact/address.ts'
import type { Person } from '../accounts/visitor.ts'
import { findOrderById } from '../orders/service.ts'
import { drawReturnLabelJob } from './draw-label-job.server.ts'
import { readPicture } from './pictures.server.ts'
import { findPicture } from './queries.ts'
import { formatReturnNumber, type ReturnRequest } from './returns.ts'

/** The label and the pictures of a return, for those who may see it: the caller has checked that. */

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** A 404 unless the goods are to be sent, and the shop has said where. */
export async function sendReturnLabel(
  context: AppContext,
  { request, reply }: Exchange,
  person: Person,
  returnRequest: ReturnRequest,
): Promise<FastifyReply> {
  const { shopName, returns } = context.config
  const { id, state, reference, requestedAt } = returnRequest
  if (state !== 'authorised' || returns.address.length === 0) throw new Problem(404)
  const order = (await findOrderById(context.db, returnRequest.orderId))!
  const number = formatReturnNumber(id)
  const label = {
    number,
    reference,
    shopName,
    address: returns.address,
    sender: formatAddressLines(order.delivery),
    at: requestedAt,
  }
  const pdf = await context.threads.run(drawReturnLabelJob, toJobOwner(request, person), () => label)
  return sendPdf(reply, `${number}.pdf`, pdf)
}

export async function sendReturnPicture(
  context: AppContext,
  reply: FastifyReply,
  returnId: number,
  nth: number,
): Promise<FastifyReply> {
  const file = await findPicture(context.db, returnId, nth)
  const picture = file && (await readPicture(context, file))
  if (!picture) throw new Problem(404)
  return reply
    .header('cache-control', 'private, max-age=3600')
    .header('x-content-type-options', 'nosniff')
    .type('image/jpeg')
    .send(picture)
}
