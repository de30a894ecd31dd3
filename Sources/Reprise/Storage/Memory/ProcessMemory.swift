import Foundation

/// The memory of this process as a whole (reliability S14).
public enum ProcessMemory {
  /// Keeps all that this process has in memory, now and later, out of swap.
  ///
  /// It requires a system without a limit for locked memory (`ulimit -l`); with a limit, later allocations would fail.
  ///
  /// - Returns: `false` if there is a limit. ``SecretPage`` stays within it: keys take a few pages.
  @discardableResult
  public static func keepOutOfSwap() -> Bool {
    guard hasNoLimit else { return false }
    // Locked as they are touched: the program's own pages are not read from the disk for it.
    return mlockall(Int32(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT)) == 0
  }

  /// Runs a function that returns memory, which the system refuses for locked memory.
  ///
  /// Everything is kept out of swap afterwards.
  public static func givingBack(_ body: () -> Void) {
    munlockall()
    body()
    keepOutOfSwap()
  }

  /// Whether more can be locked than the limit allows, as with the privilege for it.
  private static var hasNoLimit: Bool {
    var limit = rlimit()
    let resource = __rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return false }
    if limit.rlim_cur == rlim_t.max { return true }
    let (more, isMoreThanThereIs) = Int(clamping: limit.rlim_cur).addingReportingOverflow(
      Int(sysconf(Int32(_SC_PAGESIZE))))
    if isMoreThanThereIs { return true }
    // Takes addresses and no memory.
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_LOCKED
    guard let start = mmap(nil, more, PROT_NONE, flags, -1, 0), start != MAP_FAILED else {
      return false
    }
    munmap(start, more)
    return true
  }
}
