export {
  insertMovement,
  listSendableLines,
  returnToStock,
  sendableLinesSql,
  shortLinesSql,
  shortProductsSql,
} from './queries.ts'
