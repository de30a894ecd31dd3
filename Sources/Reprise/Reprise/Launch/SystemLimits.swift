import Dispatch
import Foundation

/// Checks what the system allows the process, before anything is opened.
///
/// Dispatch and the Swift runtime crash or stall when files, threads or memory run out. With this check a person gets a line that names
/// the missing resource, and the state is not touched.
///
/// ```swift
/// do throws(SystemLimitFailure) {
///   try SystemLimits.require(files: files)
///   return nil
/// } catch {
///   return error.description
/// }
/// ```
nonisolated public enum SystemLimits {
  /// At lower limits the checks actually try, which takes time.
  private static let plenty: rlim_t = 256

  /// Requires that this many more files can be opened; raises the process's own limit if allowed.
  public static func require(files: Int) throws(SystemLimitFailure) {
    raise(Self.files, to: plenty)
    guard current(Self.files) < plenty else { return }
    var taken: [Int32] = []
    defer { for descriptor in taken { close(descriptor) } }
    while taken.count < files {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw SystemLimitFailure(
          description: "needs \(files) more open files, but the system allows "
            + "\(taken.count); raise the limit with: ulimit -n \(plenty)")
      }
      taken.append(descriptor)
    }
  }

  /// Requires that this many more bytes of memory can be had.
  public static func require(memory: Int) throws(SystemLimitFailure) {
    guard current(Self.memory) != rlim_t.max else { return }
    let room = mmap(nil, memory, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let room, room != MAP_FAILED else {
      throw SystemLimitFailure(
        description: "needs \(memory >> 20) MiB more memory than the system allows; raise the "
          + "limit with: ulimit -v unlimited")
    }
    munmap(room, memory)
  }

  /// Requires that this many more threads can run at once.
  ///
  /// Dispatch blocks until it gets the thread it wants, on whichever thread asks; even closing a
  /// database may want one. Tried only if the user's limit is low, since it takes some microseconds.
  public static func require(threads: Int) throws(SystemLimitFailure) {
    guard current(Self.processes) < manyProcesses else { return }
    let end = DispatchSemaphore(value: 0)
    var started = 0
    defer { for _ in 0..<started { end.signal() } }
    while started < threads {
      try startThread { end.wait() }
      started += 1
    }
  }

  /// The size in bytes beyond which no file may grow; `nil` if there is no limit.
  public static var fileSizeLimit: Int? {
    let limit = current(Resource(RLIMIT_FSIZE.rawValue))
    return limit == .max ? nil : Int(clamping: limit)
  }

  /// From this limit on threads are not tried.
  private static let manyProcesses: rlim_t = 4096

  /// Starts a thread that ends with its work.
  ///
  /// - Throws: If the system allows no more threads; then the work does not begin.
  public static func startThread(_ work: @escaping @Sendable () -> Void) throws(SystemLimitFailure)
  {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Work(work))
    let code = pthread_create(
      &thread, nil,
      { context in
        // The box was retained for this thread.
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      throw SystemLimitFailure(
        description: "the system allows no more processes, threads or memory "
          + "(\(String(cString: strerror(code)))); see: ulimit -u -v")
    }
    pthread_detach(thread)
  }

  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  // MARK: - Failures of the system

  private typealias Resource = __rlimit_resource_t
  private static var files: Resource { Resource(RLIMIT_NOFILE.rawValue) }
  private static var memory: Resource { Resource(RLIMIT_AS.rawValue) }
  private static var processes: Resource { Resource(__RLIMIT_NPROC.rawValue) }

  private static func current(_ resource: Resource) -> rlim_t {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit.rlim_cur : .max
  }

  private static func raise(_ resource: Resource, to wanted: rlim_t) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    setrlimit(resource, &limit)
  }
}

/// The system allows less than the app needs.
nonisolated public struct SystemLimitFailure: Error, CustomStringConvertible {
  /// A line that names the missing resource and the remedy.
  public let description: String
}
