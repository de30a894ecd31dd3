import GRDB

extension ChangeStore {
  /// Undoes changes of the past as one new change, which undo takes back in one step.
  ///
  /// - Parameters:
  ///   - session: The author of the new change.
  ///   - body: Undoes them one by one, the latest first; returns why one can't be undone, and then nothing is changed.
  /// - Throws: Errors of storing, for example if a former asset number is taken; nothing is changed then.
  public func revert(
    session: String, _ body: (Reversal) throws -> ReversalRefusal?
  ) throws(InventoryError) -> ReversalOutcome {
    try database.write(source: session) { transaction in
      transaction.sealing = privacy.sealing
      let reversal = Reversal(transaction)
      if let refusal = try body(reversal) {
        transaction.isRehearsal = true
        return .refused(refusal)
      }
      try reversal.finish()
      if transaction.isDirty { try ChangeLog.forgetRedo(transaction) }
      return .undone(reversal.summary)
    }
  }
}
