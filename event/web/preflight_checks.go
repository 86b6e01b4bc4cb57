package web

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"biblechess/event"
)

// Laptop is what is examined: where the program listens, which address it was
// told to give to phones, and its data file.
type Laptop struct {
	On        *net.TCPAddr
	Advertise string
	Data      string
}

// Examine looks whether the laptop is fit for a match. It takes a moment, since it
// tries the disk.
func Examine(l Laptop) []event.FitCheck {
	return append([]event.FitCheck{checkNetwork(l), checkPort(l), checkTime(time.Now())}, examineDisk(filepath.Dir(l.Data))...)
}

func checkNetwork(l Laptop) event.FitCheck {
	c := event.FitCheck{Key: "network", Title: "Network", State: event.FitGood}
	list := Addresses(l.On, l.Advertise)
	at := slices.IndexFunc(list, func(a event.Address) bool { return a.Chosen })
	switch {
	case l.Advertise == "" && l.On.IP.IsUnspecified() && len(candidates()) == 0:
		c.State, c.Words = event.FitBad, "This laptop is in no network that phones could be in."
		c.Do = "Join the hall's Wi-Fi, or let this laptop or a phone make a hotspot; no internet is needed."
	case l.Advertise == "" && l.On.IP.IsLoopback():
		c.State, c.Words = event.FitBad, "The program answers this laptop alone."
		c.Do = "Start it with -addr :8080, so that phones can reach it."
	case len(list) > 1:
		c.State, c.Words = event.FitDoubt, fmt.Sprintf("The codes carry %s (%s); this laptop has %d addresses.", list[at].URL, list[at].Interface, len(list))
		c.Do = "If a phone can't open it, choose another address on the host's page."
	default:
		c.Words = fmt.Sprintf("The codes carry %s (%s).", list[at].URL, list[at].Interface)
	}
	return c
}

// firewallHints say where the firewall of each system is.
var firewallHints = map[string]string{
	"windows": "Windows asks once whether Bible Chess may use networks: tick private and public ones. If it was refused, look under Windows Security, Firewall, Allow an app.",
	"darwin":  "If the Mac asks whether Bible Chess may accept incoming connections, allow it. If it was refused, look under System Settings, Network, Firewall.",
	"linux":   "If there is a firewall, open the port, as with: sudo ufw allow PORT/tcp, or: sudo firewall-cmd --add-port=PORT/tcp",
}

func checkPort(l Laptop) event.FitCheck {
	port := fmt.Sprint(l.On.Port)
	c := event.FitCheck{Key: "port", Title: "Port and firewall", State: event.FitDoubt}
	c.Words = "Phones come in by port " + port + "; whether this laptop's firewall lets them shows when the first one does."
	c.Do = strings.ReplaceAll(firewallHints[runtime.GOOS], "PORT", port)
	return c
}

func checkTime(now time.Time) event.FitCheck {
	c := event.FitCheck{Key: "clock", Title: "Clock", State: event.FitGood, Words: "This laptop's clock says " + now.Format("Monday, 2 January 2006, 15:04") + "."}
	if now.Year() < 2025 || now.Year() > 2100 {
		c.State, c.Do = event.FitBad, "Set the laptop's clock: the report and the copies carry its time."
	}
	return c
}

// Bounds of a disk: below enough a match may not fit, below plenty it will not
// last for many; slower than quick is felt, slower than slow is waited for.
const (
	enoughSpace = 200 << 20
	plentySpace = 1 << 30
	quickSync   = 50 * time.Millisecond
	slowSync    = 500 * time.Millisecond
	syncs       = 15
)

// examineDisk looks at the folder that the data file is in, or will be.
func examineDisk(folder string) []event.FitCheck {
	for {
		if _, err := os.Stat(folder); err == nil || filepath.Dir(folder) == folder {
			break
		}
		folder = filepath.Dir(folder)
	}
	free, err := freeSpace(folder)
	median, worst, failed := syncTime(folder)
	return []event.FitCheck{checkSpace(folder, free, err), checkDisk(folder, median, worst, failed)}
}

// checkSpace says what so many free bytes mean.
func checkSpace(folder string, free uint64, err error) event.FitCheck {
	space := event.FitCheck{Key: "space", Title: "Room on the disk", State: event.FitGood}
	switch space.Words = fmt.Sprintf("%s free in %s.", size(free), folder); {
	case err != nil:
		space.State, space.Words, space.Do = event.FitDoubt, "The system does not say how much room there is in "+folder+".", "Look yourself: a match takes a few MB, its copies some more."
	case free < enoughSpace:
		space.State, space.Do = event.FitBad, "Make room: a match takes a few MB, its copies some more."
	case free < plentySpace:
		space.State, space.Do = event.FitDoubt, "That is enough for a match, not for much beside it."
	}
	return space
}

// checkDisk says what the time means that a small write takes to be safe.
func checkDisk(folder string, median, worst time.Duration, err error) event.FitCheck {
	speed := event.FitCheck{Key: "disk", Title: "Speed of the disk", State: event.FitGood}
	switch speed.Words = fmt.Sprintf("A tap is safe on the disk after %s, at worst after %s.", short(median), short(worst)); {
	case err != nil:
		speed.State, speed.Words = event.FitBad, "Nothing can be written into "+folder+": "+reason(err)+"."
		speed.Do = "Choose a data file elsewhere with -data FILE."
	case median > slowSync:
		speed.State, speed.Do = event.FitBad, "Put the data file on the laptop's own disk with -data FILE: this one is too slow."
	case median > quickSync || worst > 2*slowSync:
		speed.State, speed.Do = event.FitDoubt, "Close what else writes to the disk; a stick or a network folder is slower than the laptop's own disk."
	}
	return speed
}

// reason is an error without the path that is said already.
func reason(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// syncTime is how long small writes take to be safe on the disk of a folder.
func syncTime(folder string) (median, worst time.Duration, err error) {
	f, err := os.CreateTemp(folder, ".bible-chess-try-*")
	if err != nil {
		return 0, 0, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	block := make([]byte, 4096)
	var took []time.Duration
	for range syncs {
		began := time.Now()
		if _, err := f.Write(block); err != nil {
			return 0, 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, 0, err
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return took[len(took)/2], took[len(took)-1], nil
}

func short(d time.Duration) string {
	if d < time.Millisecond {
		return "less than 1 ms"
	}
	return fmt.Sprintf("%d ms", d.Milliseconds())
}

func size(bytes uint64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%.1f GB", float64(bytes)/(1<<30))
	}
	return fmt.Sprintf("%d MB", bytes>>20)
}

// unusable lists the laptop's further addresses with why no phone reaches them.
func unusable() []event.Address {
	var list []event.Address
	eachAddress(func(i net.Interface, addr netip.Addr) {
		if _, ok := rank(i.Name, i.Flags, addr); !ok && addr.Is4() && !addr.IsLoopback() {
			list = append(list, event.Address{URL: addr.String(), Interface: i.Name + ": " + whyNot(i.Name, i.Flags, addr)})
		}
	})
	return list
}

// whyNot says why phones do not reach an address that rank leaves out.
func whyNot(name string, flags net.Flags, addr netip.Addr) string {
	switch {
	case flags&net.FlagUp == 0:
		return "switched off"
	case addr.IsLinkLocalUnicast():
		return "the network gave no address; is the router on?"
	case flags&net.FlagPointToPoint != 0, carrierNAT.Contains(addr):
		return "a private network of some program"
	}
	return "an adapter of some program, no network of the hall"
}
