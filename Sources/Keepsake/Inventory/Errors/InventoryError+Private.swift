extension InventoryError {
  /// Somebody without the keys wants to write what is private.
  static let isPrivate = InventoryError(
    .refused, "it is private: open it in a window of keepsake, which asks for the passphrase")
}
