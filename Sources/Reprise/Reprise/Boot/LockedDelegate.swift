/// The delegate of what asks for a passphrase: it keeps nothing.
final class LockedDelegate: ApplicationDelegate {}
