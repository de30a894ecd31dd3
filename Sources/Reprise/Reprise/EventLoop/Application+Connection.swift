/// A connection that is there while the app is suspended (contract 8.8).
extension Application {
  /// Keeps a connected socket while the app is suspended, and calls a closure when data came or the other end closed it.
  ///
  /// In the foreground the closure is called as well, and its changes are drawn. It has to read the
  /// input: it is called again as long as input is left. In the background it has ten seconds; then
  /// its task is canceled and the app is stopped. Longer work needs
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
  ///   - files: An `inotify` of the caller's, for files whose changes the other end has to learn of: in the background these wake the
  ///     app as well. In the foreground the caller reads it.
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
    lifeCycle.suspension.connection.setKeepAlive(every: timeout, handler: handler)
    return true
  }

  /// Ends the keep-alive calls.
  public func clearKeepAliveTimeout() { lifeCycle.suspension.connection.clearKeepAlive() }
}
