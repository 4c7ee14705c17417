import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { connect } from '../src/infra/database/db.ts'

// The second floor: Node alone with one prepared statement of ten rows, on the shop's database and through its pool.

const connection = JSON.parse(process.env.FLOOR_CONNECTION ?? '') as pg.PoolConfig
const { pool } = connect(connection)
const select = {
  name: 'ten_products',
  text: `select id, code, path, title, details, price, for_sale, availability_note, image, popularity
    from product where id > $1 order by id limit 10`,
}
const { rows } = await pool.query<{ highest: number }>('select max(id) - 10 as highest from product')
const highest = rows[0]!.highest
let firstId = 0

const server = createServer(async (_request, response) => {
  firstId = (firstId + 7919) % highest
  const result = await pool.query({ ...select, values: [firstId] })
  const body = JSON.stringify(result.rows)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
