/// Content in memory that is to be stored as a file.
struct MemorySource: ContentSource {
  let fileName: String
  let bytes: [UInt8]

  func read(
    _ body: (UnsafeRawBufferPointer) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(InventoryError) in try body(buffer) }
    }
    try result.get()
  }
}
