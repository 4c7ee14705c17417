export {
  getSendableSql,
  insertMovement,
  returnToStock,
  sendableLinesSql,
  shortLinesSql,
  shortProductsSql,
} from './queries.ts'
