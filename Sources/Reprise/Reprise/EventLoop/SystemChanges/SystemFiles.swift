import Storage

/// The files to watch for changes around the app.
///
/// ```swift
/// var files = SystemFiles()
/// files.configuration = [keymap]
/// application.systemFiles = files
/// ```
nonisolated public struct SystemFiles: Hashable, Sendable {
  /// The file of the local time zone.
  public var timeZone: String?

  /// The files that set the language of the system.
  public var locale: [String] = []

  /// The app's configuration files.
  public var configuration: [String] = []

  /// The app's data files that other programs write to, too.
  public var data: [String] = []

  /// The directory of device files, where plugged-in devices appear; read only while
  /// ``SystemChange/accessories`` is observed.
  public var devices: String?

  /// The kernel's mount table; read only while ``SystemChange/accessories`` is observed.
  public var mounts: String?

  /// The directory in which the kernel lists batteries and adapters; read only while
  /// `SystemChange.power` is observed.
  public var power: String?

  /// The file that is written to ask open windows to lock.
  var lockRequest: String?

  /// No files.
  public init() {}

  /// The files of the system, without any of an app.
  public static var system: SystemFiles {
    var files = SystemFiles()
    files.timeZone = "/etc/localtime"
    files.locale = ["/etc/locale.conf", "/etc/default/locale"]
    files.devices = "/dev"
    files.mounts = "/proc/self/mountinfo"
    files.power = PowerSource.directory
    return files
  }

  /// All of these files that are watched by their names.
  var all: [String] { [timeZone, lockRequest].compactMap { $0 } + locale + configuration + data }
}
