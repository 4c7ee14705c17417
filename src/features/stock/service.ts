export { insertMovement, listSendableLines, returnToStock, sendableLinesSql } from './queries.ts'
