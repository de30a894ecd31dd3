import Dispatch
import Glibc

/// A connection that is there while the app is suspended (contract 8.8).
///
/// After `Ctrl-Z` the app is stopped. A watch holds its socket and wakes it when data come: it hears of them without the
/// terminal, stores what it changed, and sleeps again (`Application+Sleep.swift`).
extension Application {
  /// Keeps a connected socket while the app is suspended, and calls a closure when data came or the other end closed it.
  ///
  /// In the foreground the closure is called as well, and what it changes is drawn. It has to read what came: it is called again
  /// as long as there is something. In the background it has ten seconds: then its task is cancelled and the app is stopped. What
  /// goes on longer needs ``beginBackgroundTask(withName:expirationHandler:)``.
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
  ///   - files: An `inotify` of the caller's, for files whose changes the other end has to learn of: in the background these wake the
  ///     app as well. In the foreground the caller reads it.
  ///   - handler: Called on the main actor.
  /// - Throws: ``ConnectionError`` for what is no socket, and for a second one.
  public func keepConnection(
    _ descriptor: Int32, files: Int32? = nil, handler: @escaping @MainActor () async -> Void
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
    (connection.descriptor, connection.files) = (descriptor, files)
    (connection.source, connection.handler) = (source, handler)
    source.activate()
  }

  /// Keeps the connection no more.
  public func releaseConnection() {
    // A source that is suspended must not be released.
    if connection.hearing != nil { connection.source?.resume() }
    connection.source?.cancel()
    (connection.source, connection.handler) = (nil, nil)
    (connection.descriptor, connection.files) = (nil, nil)
    connection.hearing = nil
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
    callToKeepAlive(every: timeout, handler: handler)
    return true
  }

  /// Has a closure called, however often; a test has no ten minutes.
  package func callToKeepAlive(
    every timeout: Duration, handler: @escaping @MainActor () async -> Void
  ) {
    connection.keepAlive = (timeout, handler)
    if state == .background { awaitKeepAlive() }
  }

  /// Ends the keep-alive calls.
  public func clearKeepAliveTimeout() {
    connection.keepAlive = nil
    connection.call?.cancel()
  }

  // MARK: - Calls

  private func hearConnection(_ handler: @escaping @MainActor () async -> Void) {
    guard connection.hearing == nil, let source = connection.source else { return }
    // Data that was not read yet would call again and again meanwhile.
    source.suspend()
    connection.hearing = handleEvent(handler)
  }

  /// Has the handler hear of files that woke the app.
  func hearFiles() {
    guard let files = connection.files, let handler = connection.handler else { return }
    var polled = pollfd(fd: files, events: Int16(POLLIN), revents: 0)
    if poll(&polled, 1, 0) > 0 { handleEvent(handler) }
  }

  /// Takes what tells of files already: the kernel adds nothing to what says the same, and so would wake nobody.
  func forgetFiles() {
    guard let files = connection.files else { return }
    var polled = pollfd(fd: files, events: Int16(POLLIN), revents: 0)
    var events = [UInt8](repeating: 0, count: 4096)
    while poll(&polled, 1, 0) > 0, read(files, &events, events.count) > 0 {}
  }

  /// Runs a handler; in the background the app sleeps when the last one has ended.
  ///
  /// - Returns: The number of the handler.
  @discardableResult
  private func handleEvent(_ handler: @escaping @MainActor () async -> Void) -> Int {
    connection.handlerCount += 1
    let number = connection.handlerCount
    connection.handlers[number] = perform { [weak self] in
      await handler()
      self?.didHandleEvent(number)
    }
    beginPatience()
    return number
  }

  private func didHandleEvent(_ number: Int) {
    connection.handlers[number] = nil
    if connection.hearing == number {
      connection.hearing = nil
      connection.source?.resume()
    }
    sleepWhenDone()
  }

  /// Begins the wait for the next keep-alive call; ends it in the foreground.
  func awaitKeepAlive() {
    connection.call?.cancel()
    connection.call = nil
    guard state == .background, let (timeout, handler) = connection.keepAlive else { return }
    let now = idling.now()
    connection.callTime = KeptConnection.callTime(after: now, timeout: timeout / .seconds(1))
    connection.call = perform(after: .seconds(connection.callTime - now)) { [weak self] in
      guard let self, state == .background else { return }
      handleEvent(handler)
      awaitKeepAlive()
    }
  }
}
