import Dispatch
import Glibc

/// The one connection that an app keeps while it is suspended, and the calls that keep it alive
/// (contract 8.8).
///
/// After `Ctrl-Z` the app is stopped. A watch holds its socket and wakes it when data arrive: it
/// handles them without the terminal, stores its changes, and sleeps again (``Suspension``).
package final class KeptConnection {
  private unowned let app: Application

  /// The socket; `nil` without a connection.
  private var descriptor: Int32?

  /// An `inotify` descriptor for files whose changes the handler also handles; `nil` without files.
  private var files: Int32?

  /// Called for data on the socket or a change of the files.
  private var handler: (@MainActor () async -> Void)?

  /// Reports data on the socket; suspended while the handler runs.
  private var source: (any DispatchSourceRead)?

  /// The number of the running handler for the socket; `nil` if none runs.
  private var hearing: Int?

  /// How often to call the app in the background, and the closure to call.
  private var keepAlive: (timeout: Duration, handler: @MainActor () async -> Void)?

  /// The next keep-alive call, and its time in seconds since the machine started.
  private var call: DelayedCall?
  private var callTime = 0.0

  /// The running handlers of data and of calls, by number.
  private var handlers: [Int: Task<Void, Never>] = [:]
  private var handlerCount = 0

  init(of app: Application) {
    self.app = app
  }

  /// Whether the app must be woken for data or at a time.
  var isThere: Bool { source != nil || keepAlive != nil }

  /// Whether a handler runs.
  var isHandling: Bool { !handlers.isEmpty }

  /// The descriptors that wake the app when they are readable.
  var descriptors: [Int32] { [descriptor, files].compactMap(\.self) }

  // MARK: - Keeping

  func keep(
    _ descriptor: Int32, files: Int32?, handler: @escaping @MainActor () async -> Void
  ) throws(ConnectionError) {
    guard source == nil else { throw .alreadyKept }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      throw .notASocket(descriptor)
    }
    // A child process that outlives the app must not keep the socket open.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak app] in app?.lifeCycle.suspension.connection.hear(handler) }
    (self.descriptor, self.files) = (descriptor, files)
    (self.source, self.handler) = (source, handler)
    source.activate()
  }

  func release() {
    // Dispatch crashes if a suspended source is released.
    if hearing != nil { source?.resume() }
    source?.cancel()
    (source, handler) = (nil, nil)
    (descriptor, files) = (nil, nil)
    hearing = nil
  }

  // MARK: - Receiving

  private func hear(_ handler: @escaping @MainActor () async -> Void) {
    guard hearing == nil, let source else { return }
    // Unread data would call the handler again and again while it runs.
    source.suspend()
    hearing = handle(handler)
  }

  /// Calls the handler if files woke the app.
  func hearFiles() {
    guard let files, let handler else { return }
    var polled = pollfd(fd: files, events: Int16(POLLIN), revents: 0)
    if poll(&polled, 1, 0) > 0 { handle(handler) }
  }

  /// Reads all pending events: the kernel merges equal ones, so a pending one would hide the next.
  func forgetFiles() {
    guard let files else { return }
    var polled = pollfd(fd: files, events: Int16(POLLIN), revents: 0)
    var events = [UInt8](repeating: 0, count: 4096)
    while poll(&polled, 1, 0) > 0, read(files, &events, events.count) > 0 {}
  }

  /// Runs a handler; in the background the app sleeps when the last one has ended.
  ///
  /// - Returns: The number of the handler.
  @discardableResult
  private func handle(_ handler: @escaping @MainActor () async -> Void) -> Int {
    handlerCount += 1
    let number = handlerCount
    handlers[number] = app.perform { [weak app] in
      await handler()
      app?.lifeCycle.suspension.connection.didHandle(number)
    }
    app.lifeCycle.suspension.beginTimeout()
    return number
  }

  private func didHandle(_ number: Int) {
    handlers[number] = nil
    if hearing == number {
      hearing = nil
      source?.resume()
    }
    app.lifeCycle.suspension.sleepWhenDone()
  }

  /// Cancels the handlers that run.
  func cancelHandlers() { handlers.values.forEach { $0.cancel() } }

  // MARK: - Keeping it alive

  /// Sets the keep-alive closure, with any interval: tests can't wait ten minutes.
  package func setKeepAlive(
    every timeout: Duration, handler: @escaping @MainActor () async -> Void
  ) {
    keepAlive = (timeout, handler)
    if app.state == .background { awaitKeepAlive() }
  }

  func clearKeepAlive() {
    keepAlive = nil
    call?.cancel()
  }

  /// Schedules the next keep-alive call; cancels it in the foreground.
  func awaitKeepAlive() {
    call?.cancel()
    call = nil
    guard app.state == .background, let (timeout, handler) = keepAlive else { return }
    let now = app.dataLock.now()
    callTime = Self.callTime(after: now, timeout: timeout / .seconds(1))
    call = app.perform(after: .seconds(callTime - now)) { [weak app] in
      guard let app, app.state == .background else { return }
      app.lifeCycle.suspension.connection.handle(handler)
      app.lifeCycle.suspension.connection.awaitKeepAlive()
    }
  }

  /// Cancels the next call.
  func endKeepAlive() { call?.cancel() }

  /// The time of the next call; `nil` if none is scheduled.
  var nextCallTime: Double? { call?.isOver == false ? callTime : nil }

  /// Makes the call if it is due.
  func makeDueCall() {
    if callTime <= app.dataLock.now() { call?.call() }
  }

  /// The time of the next call: 5 to 15 % of the timeout before it is over.
  ///
  /// Times are rounded to multiples of a tenth of the timeout, so apps with the same timeout wake the machine
  /// together (contract 8.8.4).
  static func callTime(after now: Double, timeout: Double) -> Double {
    let grid = timeout / 10
    return ((now + 0.85 * timeout) / grid).rounded(.up) * grid
  }
}

/// The reason why a connection can't be kept.
///
/// ```swift
/// do throws(ConnectionError) {
///   try application.keepConnection(line.descriptor) { [weak self] in await self?.readLine() }
/// } catch {
///   problem = error.description
/// }
/// ```
public enum ConnectionError: Error, Hashable, CustomStringConvertible {
  /// The descriptor is not a socket.
  case notASocket(Int32)
  /// The app already keeps a connection, and it can keep only one.
  case alreadyKept

  /// One line for a person.
  public var description: String {
    switch self {
    case .notASocket(let descriptor): "the descriptor \(descriptor) is not a socket"
    case .alreadyKept: "a connection is already kept; release it first"
    }
  }
}
