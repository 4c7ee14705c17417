export {
  insertMovement,
  listSendableLines,
  returnToStock,
  sendableLinesSql,
  shortProductsSql,
} from './queries.ts'
