import Foundation

/// Secret bytes in pages of their own: out of swap and core dumps, wiped at the end (reliability S14).
///
/// Unchecked: the bytes are written once, before anybody else has the object, and freed when nobody has it.
public final class SecretPage: @unchecked Sendable {
  private let page: UnsafeMutableRawBufferPointer
  private let isMapped: Bool

  /// Copies bytes.
  public init(copying bytes: [UInt8]) {
    // A mapping has one byte at least.
    let count = max(1, bytes.count)
    let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if let memory, memory != MAP_FAILED {
      page = UnsafeMutableRawBufferPointer(start: memory, count: count)
      isMapped = true
    } else {
      // The system allows no further mapping: a piece of the heap is locked and wiped as well.
      page = .allocate(byteCount: count, alignment: 1)
      isMapped = false
    }
    KeyMemory.protect(UnsafeRawBufferPointer(page))
    page.copyBytes(from: bytes)
    self.count = bytes.count
  }

  /// How many bytes it has.
  public let count: Int

  deinit {
    guard let start = page.baseAddress else { return }
    explicit_bzero(start, page.count)
    if isMapped { munmap(start, page.count) } else { page.deallocate() }
  }

  /// Lets a function read the bytes where they are.
  public func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(rebasing: page[..<count]))
  }

  /// A copy of the bytes, which the caller wipes.
  public func copy() -> [UInt8] { withBytes(Array.init) }
}
