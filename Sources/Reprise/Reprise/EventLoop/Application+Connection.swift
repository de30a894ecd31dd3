/// A connection that is there while the app is suspended (contract 8.8).
extension Application {
  /// Keeps a connected socket while the app is suspended, and calls a closure when data arrive or the peer closes it.
  ///
  /// In the foreground the closure is called as well, and its changes are drawn. It has to read the
  /// input: it is called again as long as input is left. In the background it has ten seconds; then
  /// its task is cancelled and the app is stopped. Longer work needs
  /// ``beginBackgroundTask(withName:expirationHandler:)``.
  ///
  /// ```swift
  /// try application.keepConnection(line.descriptor) { [weak self] in await self?.readLine() }
  /// ```
  ///
  /// The end of the process closes the socket; programs that the app starts do not inherit it. Each launch must connect
  /// again.
  ///
  /// - Parameters:
  ///   - descriptor: The socket, which stays the caller's; release it before you close it.
  ///   - files: The caller's `inotify` descriptor for files whose changes the peer must learn of: in the background
  ///     these changes wake the app, too. In the foreground the caller reads it.
  ///   - handler: Called on the main actor.
  /// - Throws: ``ConnectionError`` if the descriptor is not a socket, or if a connection is already kept.
  public func keepConnection(
    _ descriptor: Int32, files: Int32? = nil, handler: @escaping @MainActor () async -> Void
  ) throws(ConnectionError) {
    try lifeCycle.suspension.connection.keep(descriptor, files: files, handler: handler)
  }

  /// Keeps the connection no more.
  public func releaseConnection() { lifeCycle.suspension.connection.release() }

  /// The shortest time between two keep-alive calls (contract 8.8.4).
  public static let minimumKeepAliveTimeout = Duration.seconds(600)

  /// Calls a closure repeatedly in the background, once in each timeout, so that it can send the peer a keep-alive.
  ///
  /// The call comes at some time within the timeout and has ten seconds. Set the longest timeout that is enough: every
  /// call wakes the machine. In the foreground it is not called.
  ///
  /// - Returns: `false` for a timeout under ten minutes, which changes nothing.
  @discardableResult
  public func setKeepAliveTimeout(
    _ timeout: Duration, handler: @escaping @MainActor () async -> Void
  ) -> Bool {
    guard timeout >= Self.minimumKeepAliveTimeout else { return false }
    lifeCycle.suspension.connection.setKeepAlive(every: timeout, handler: handler)
    return true
  }

  /// Ends the keep-alive calls.
  public func clearKeepAliveTimeout() { lifeCycle.suspension.connection.clearKeepAlive() }
}
