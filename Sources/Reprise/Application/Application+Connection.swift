import Dispatch
import Glibc

/// A connection that is there while the app is suspended (contract 8.8).
///
/// A process that waits for data sleeps, and the kernel wakes it. So an app with a connection does not stop with its job: after
/// `Ctrl-Z` the shell has the terminal and counts the job as stopped, and the app sleeps until data come. It hears of them without the terminal,
/// stores what it changed, and sleeps again.
extension Application {
  /// Keeps a connected socket while the app is suspended, and calls a closure when data came or the other end closed it.
  ///
  /// In the foreground the closure is called as well, and what it changes is drawn. It has to read what came: it is called again
  /// as long as there is something. In the background it has ten seconds, then its task is cancelled; what goes on longer needs
  /// ``beginBackgroundTask(withName:expirationHandler:)``.
  ///
  /// ```swift
  /// try application.keepConnection(line.descriptor) { [weak self] in await self?.readLine() }
  /// ```
  ///
  /// The end of the process closes the socket, which programs that the app starts do not inherit. A launch has to make another
  /// one from scratch.
  ///
  /// - Parameters:
  ///   - descriptor: The socket, which stays the caller's; release it before you close it.
  ///   - handler: Called on the main actor.
  /// - Throws: ``ConnectionError`` for what is no socket, and for a second one.
  public func keepConnection(
    _ descriptor: Int32, handler: @escaping @MainActor () async -> Void
  ) throws(ConnectionError) {
    guard connection.source == nil else { throw .alreadyKept }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      throw .notASocket(descriptor)
    }
    // A program that the app has started and that outlives it must not have the socket open.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in self?.hearConnection(handler) }
    connection.source = source
    source.activate()
  }

  /// Keeps the connection no more.
  public func releaseConnection() {
    // A source that is suspended must not be released.
    if connection.work != nil { connection.source?.resume() }
    connection.source?.cancel()
    connection.source = nil
    connection.work = nil
  }

  /// The least time between two keep-alive calls that can be asked for (contract 8.8.4).
  public static let minimumKeepAliveTimeout = Duration.seconds(600)

  /// Has a closure called in the background before a time is over, again and again, so that it can tell the other end that the app
  /// is there.
  ///
  /// The call comes once in the timeout, not at a round time, and has ten seconds. Set the longest timeout that will do: every call wakes the
  /// machine. In the foreground there are none.
  ///
  /// - Returns: `false` for a timeout under ten minutes, which changes nothing.
  @discardableResult
  public func setKeepAliveTimeout(
    _ timeout: Duration, handler: @escaping @MainActor () async -> Void
  ) -> Bool {
    guard timeout >= Self.minimumKeepAliveTimeout else { return false }
    connection.keepAlive = (timeout, handler)
    if state == .background { awaitKeepAlive() }
    return true
  }

  /// Ends the keep-alive calls.
  public func clearKeepAliveTimeout() {
    connection.keepAlive = nil
    connection.call?.cancel()
  }

  // MARK: - In the background

  /// How long a handler may take in the background (contract 8.8.5).
  static let connectionPatience = Duration.seconds(10)

  private func hearConnection(_ handler: @escaping @MainActor () async -> Void) {
    guard connection.work == nil, let source = connection.source else { return }
    // Data that was not read yet would call again and again meanwhile.
    source.suspend()
    connection.work = work(handler) { [weak self] in
      guard let self, connection.work != nil else { return }
      connection.work = nil
      connection.source?.resume()
    }
  }

  /// Runs a handler, and stores afterwards what it changed in the background.
  private func work(
    _ handler: @escaping @MainActor () async -> Void, _ completion: @escaping () -> Void
  ) -> Task<Void, Never> {
    let task = perform { [weak self] in
      await handler()
      self?.sleepAgain()
      completion()
    }
    if state == .background {
      perform(after: Self.connectionPatience) { task.cancel() }
    }
    return task
  }

  private func sleepAgain() {
    guard state == .background, termination == nil else { return }
    storeEverything()
    releaseCaches()
  }

  /// Begins the wait for the next keep-alive call; ends it in the foreground.
  func awaitKeepAlive() {
    connection.call?.cancel()
    connection.call = nil
    guard state == .background, let (timeout, handler) = connection.keepAlive else { return }
    // Apps that began at the same moment do not wake the machine at the same moment.
    connection.call = perform(after: timeout * Double.random(in: 0.85...0.95)) { [weak self] in
      guard let self, state == .background else { return }
      _ = work(handler) {}
      awaitKeepAlive()
    }
  }
}
